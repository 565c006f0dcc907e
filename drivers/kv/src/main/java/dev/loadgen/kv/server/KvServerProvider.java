package dev.loadgen.kv.server;

import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Quantities;
import dev.loadgen.driver.Server;
import dev.loadgen.driver.ServerProvider;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreException;
import dev.loadgen.kv.store.StoreOptions;
import dev.loadgen.kv.store.SyncPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `loadgen serve kv`.
public final class KvServerProvider implements ServerProvider {
  private static final Logger LOG = LoggerFactory.getLogger("dev.loadgen.kv.server");

  private static final long SECOND_NS = 1_000_000_000L;
  private static final long DAY_NS = 86_400 * SECOND_NS;

  private static final Property<Path> DIR =
      Property.path("dir", null, "where the store's files are; made if it is not there");
  private static final Property<String> BIND =
      Property.text(
          "bind", "127.0.0.1", "the address to listen on; 0.0.0.0: all of IPv4; ::: IPv6 too");
  private static final Property<Long> PORT =
      Property.integer("port", "7379", "the port of RESP, Redis's protocol; 0 for any")
          .where(port -> port >= 0 && port <= 65_535, "0 to 65535");
  private static final Property<Long> HTTP_PORT =
      Property.integer("httpPort", null, "the port of HTTP; 0 for any; not given: no HTTP")
          .where(port -> port >= 0 && port <= 65_535, "0 to 65535");
  private static final Property<String> PASSWORD =
      Property.secret("password", "what clients must give: AUTH, or HTTP's Basic");
  private static final Property<String> SYNC =
      Property.text(
              "sync", "os", "when writes are forced to the disk: os, always, or a duration: 1s")
          .where(KvServerProvider::isSync, "os, always, or a duration, as in 1s");
  private static final Property<Pauses> PAUSES =
      Property.pauses("pauses", null, "when the server freezes, counted from its start");
  private static final Property<Long> MAX_REQUEST =
      Property.size("maxRequest", "16m", "the largest request, and value, that is read")
          .where(bytes -> bytes >= 1 << 10 && bytes <= 512 << 20, "1k to 512m");
  private static final Property<Long> MAX_ANSWER =
      Property.size("maxAnswer", "64m", "what one MGET may answer; more than that is an error")
          .where(bytes -> bytes >= 1 << 10 && bytes <= 1 << 30, "1k to 1g");
  private static final Property<Long> MAX_UNSENT =
      Property.size("maxUnsent", "1m", "answers that may wait for a client before it is not read")
          .where(bytes -> bytes >= 1 << 10 && bytes <= 1 << 30, "1k to 1g");
  private static final Property<Long> MAX_PIPELINE =
      Property.integer(
              "maxPipeline", "1000", "requests of one connection that are answered together")
          .where(count -> count >= 1 && count <= 1_000_000, "1 to 1m");
  private static final Property<Long> MAX_CONNECTIONS =
      Property.integer("maxConnections", "10000", "connections at once")
          .where(count -> count >= 1 && count <= 1_000_000, "1 to 1m");
  private static final Property<Long> IDLE =
      Property.duration("idle", "0", "after how long a silent connection is closed; 0: never")
          .where(ns -> ns == 0 || (ns >= SECOND_NS && ns <= DAY_NS), "0, or 1s to 1d");
  private static final Property<Long> THREADS =
      Property.integer("threads", null, "event loops; default: one for each two CPUs")
          .where(count -> count >= 1 && count <= 1024, "1 to 1024");
  private static final Property<Long> SHARDS =
      Property.integer("shards", "4", "of a new store: how many threads can write at once")
          .where(
              count -> count >= 1 && count <= StoreOptions.MOST_SHARDS && Long.bitCount(count) == 1,
              "a power of two, 1 to 256");
  private static final Property<Long> EXTENT_SIZE =
      Property.size(
              "extentSize",
              "16m",
              "of a new store: the size of its files; half of it is the" + " largest value")
          .where(
              bytes ->
                  bytes >= StoreOptions.LEAST_EXTENT_BYTES
                      && bytes <= StoreOptions.MOST_EXTENT_BYTES
                      && Long.bitCount(bytes) == 1,
              "a power of two, 64k to 1g");
  private static final Property<Boolean> REPAIR =
      Property.flag("repair", false, "open a damaged store with what can still be read of it");

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
    return "a persistent key-value store, over Redis's protocol and HTTP";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(
        DIR,
        BIND,
        PORT,
        HTTP_PORT,
        PASSWORD,
        SYNC,
        PAUSES,
        MAX_REQUEST,
        MAX_ANSWER,
        MAX_UNSENT,
        MAX_PIPELINE,
        MAX_CONNECTIONS,
        IDLE,
        THREADS,
        SHARDS,
        EXTENT_SIZE,
        REPAIR);
  }

  @Override
  public Server start(Settings settings) throws IOException {
    Path directory =
        settings
            .find(DIR)
            .orElseThrow(
                () -> new SettingsException("kv needs --dir DIR: where the store's files are"));
    ServerOptions options = options(settings);
    Store store = open(directory, settings);
    store.recovery().notes().forEach(LOG::warn);
    KvServer server = KvServer.start(store, options);
    notes(server, settings).forEach(LOG::warn);
    return server;
  }

  /// What whoever started a server should know, in sentences.
  static List<String> notes(KvServer server, Settings settings) {
    List<String> notes = new ArrayList<>();
    if (!server.resp().getAddress().isLoopbackAddress() && settings.find(PASSWORD).isEmpty()) {
      notes.add(
          "--bind "
              + settings.value(BIND)
              + " without --password: whoever reaches this machine can read and delete everything");
    }
    keeps(settings, EXTENT_SIZE, "--extent-size", server.store().extentBytes(), notes);
    keeps(settings, SHARDS, "--shards", server.store().shards(), notes);
    return notes;
  }

  private static void keeps(
      Settings settings, Property<Long> property, String option, long kept, List<String> notes) {
    if (settings.given(property) && settings.value(property) != kept) {
      notes.add(
          option + " " + settings.value(property) + " is for a new store: this one keeps " + kept);
    }
  }

  private static ServerOptions options(Settings settings) {
    int cpus = Runtime.getRuntime().availableProcessors();
    return new ServerOptions(
        settings.value(BIND),
        (int) (long) settings.value(PORT),
        settings.find(HTTP_PORT).map(Long::intValue).orElse(-1),
        settings.find(PASSWORD).orElse(null),
        (int) (long) settings.value(MAX_REQUEST),
        (int) (long) settings.value(MAX_ANSWER),
        (int) (long) settings.value(MAX_UNSENT),
        (int) (long) settings.value(MAX_PIPELINE),
        (int) (long) settings.value(MAX_CONNECTIONS),
        (int) (settings.value(IDLE) / SECOND_NS),
        settings.find(THREADS).map(Long::intValue).orElse(Math.max(1, cpus / 2)),
        settings.find(PAUSES).orElse(null));
  }

  private static Store open(Path directory, Settings settings) throws IOException {
    try {
      return Store.open(
          StoreOptions.of(directory)
              .withShards((int) (long) settings.value(SHARDS))
              .withExtentBytes((int) (long) settings.value(EXTENT_SIZE))
              .withSync(sync(settings.value(SYNC)))
              .withRepair(settings.value(REPAIR)));
    } catch (StoreException e) {
      if (e.reason() == StoreException.Reason.IN_USE) {
        throw new SettingsException("--dir " + directory + ": " + e.getMessage(), e);
      }
      throw e;
    }
  }

  private static boolean isSync(String text) {
    try {
      sync(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static SyncPolicy sync(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "os" -> SyncPolicy.OS;
      case "always" -> SyncPolicy.ALWAYS;
      default -> SyncPolicy.every(Quantities.durationNs(text));
    };
  }
}
