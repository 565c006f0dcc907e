package dev.loadgen.kv.driver;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.kv.codec.Codec;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// `kv`: a server that speaks Redis's protocol, such as Redis, Valkey or `loadgen serve kv`; or the
/// store of the latter inside this process.
public final class KvProvider implements DriverProvider {
  private static final Property<String> HOST = Property.text("host", "127.0.0.1", "the server");
  private static final Property<Long> PORT =
      Property.integer("port", "7379", "its port; Redis has 6379")
          .where(port -> port >= 1 && port <= 65_535, "1 to 65535");
  private static final Property<String> PASSWORD = Property.secret("password", "given by AUTH");
  private static final Property<Long> CONNECT_TIMEOUT =
      Property.duration("connectTimeout", "5s", "how long connecting may take")
          .where(ns -> ns >= 1_000_000 && ns <= 3_600_000_000_000L, "1ms to 1h");
  private static final Property<Boolean> EMBEDDED =
      Property.flag("embedded", false, "a store inside this process, without a network");
  private static final Property<Path> DIR =
      Property.path("dir", null, "embedded: where the store's files are");

  private static final Property<Codec> CODEC =
      Property.choice(
          "codec",
          Codec.RAW,
          "what values are: the workload's bytes (raw), or a user of about 65 bytes for each key, which"
              + " reads decode and writes encode: as a struct read in place (struct), by Apache Fory"
              + " (fory) or by the JDK's serialization (java)");

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "kv";
  }

  @Override
  public String summary() {
    return "a key-value server that speaks Redis's protocol, or a store in this process";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(HOST, PORT, PASSWORD, CONNECT_TIMEOUT, EMBEDDED, DIR, CODEC);
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    return settings.value(CODEC).hasUsers() ? KvOperations.USERS : KvOperations.RAW;
  }

  @Override
  public Optional<String> ownValues(Settings settings) {
    Codec codec = settings.value(CODEC);
    return codec.hasUsers()
        ? Optional.of("kv.codec=" + codec.name().toLowerCase(Locale.ROOT) + ", which stores users")
        : Optional.empty();
  }

  @Override
  public Set<SessionStyle> styles(Settings settings) {
    return settings.value(EMBEDDED)
        ? Set.of(SessionStyle.BLOCKING)
        : Set.of(SessionStyle.BLOCKING, SessionStyle.ASYNC);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) throws IOException {
    Codec codec = settings.value(CODEC);
    Supplier<Values> values =
        codec.hasUsers()
            ? () -> new UserValues(codec.userCodec(), context)
            : () -> new RawValues(context);
    if (settings.value(EMBEDDED)) {
      for (Property<?> property : List.of(HOST, PORT, PASSWORD, CONNECT_TIMEOUT)) {
        if (settings.given(property)) {
          throw new SettingsException(
              "kv." + property.name() + " has no meaning with kv.embedded=true");
        }
      }
      Path directory =
          settings
              .find(DIR)
              .orElseThrow(() ->
                  new SettingsException("kv.embedded=true needs -p kv.dir=DIR: the store's files"));
      return new EmbeddedDriver(Store.open(StoreOptions.of(directory)), values);
    }
    if (settings.given(DIR)) {
      throw new SettingsException("kv.dir belongs to kv.embedded=true");
    }
    return new RemoteDriver(
        new Target(
            settings.value(HOST),
            (int) (long) settings.value(PORT),
            settings.find(PASSWORD).orElse(null),
            (int) (settings.value(CONNECT_TIMEOUT) / 1_000_000),
            context,
            context.counter("kv.reconnects", "reconnects")),
        values);
  }
}
