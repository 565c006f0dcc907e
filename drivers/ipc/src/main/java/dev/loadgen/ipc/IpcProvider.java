package dev.loadgen.ipc;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.UnusedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `ipc`: queues in shared memory, with another process at their far end.
public final class IpcProvider implements DriverProvider {
  private enum Far {
    ATTACH,
    SPAWN
  }

  private enum Full {
    WAIT,
    FAIL
  }

  private static final Property<Path> FILE =
      Property.path(
          "file", null, "the ring file of `loadgen serve ipc`; for spawn where to make it");
  private static final Property<Far> PROCESS =
      Property.choice(
          "process", Far.ATTACH, "the far end: one that serves the file, or a child process");
  private static final Property<Idle> IDLE =
      FarEndSettings.idle("what to do while waiting, for spawn at both ends; spin needs a CPU");
  private static final Property<Long> MESSAGE_BYTES =
      FarEndSettings.messageBytes(
          null, "the size of a message; default what the file has, for spawn 32");
  private static final Property<Long> CAPACITY =
      FarEndSettings.capacity(
          null, "how many messages a ring holds; default what the file has, for spawn 1024");
  private static final Property<Full> FULL =
      Property.choice(
          "full", Full.WAIT, "a full ring: wait, which counts as service time, or fail at once");
  private static final Property<Pauses> PAUSES =
      FarEndSettings.pauses("spawn: when the far end stands still, counted from its start");

  private static final OperationKind SEND =
      OperationKind.of("SEND", "one way: until the ring has accepted it", 50);
  private static final OperationKind ECHO =
      OperationKind.of("ECHO", "there and back: until the far end's answer is here", 50);

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return FarEndProvider.NAME;
  }

  @Override
  public String summary() {
    return "queues in shared memory, with another process at the far end";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(FILE, PROCESS, IDLE, MESSAGE_BYTES, CAPACITY, FULL, PAUSES);
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    if (settings.value(PROCESS) == Far.ATTACH && settings.find(PAUSES).isPresent()) {
      throw new SettingsException(
          "ipc.pauses belongs to ipc.process=spawn; of another far end it is an option: loadgen"
              + " serve ipc --pauses");
    }
    return List.of(SEND, ECHO);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) throws IOException {
    if (settings.value(PROCESS) == Far.ATTACH) {
      if (settings.find(FILE).isEmpty()) {
        throw new SettingsException(
            "driver ipc needs -p ipc.file=…, the file of `loadgen serve ipc --file …`, or -p"
                + " ipc.process=spawn");
      }
      Path path = settings.value(FILE);
      RingMemory memory = attach(path);
      try {
        return driver(settings, context, path, memory, null);
      } catch (FarEndGoneException e) {
        throw new SettingsException(
            "ipc.file="
                + path
                + ": the far end that made it has ended: loadgen serve ipc --file "
                + path,
            e);
      }
    }
    if (context.sessions() > FarEndProvider.MOST_SESSIONS) {
      throw new SettingsException(
          "a far end has at most "
              + FarEndProvider.MOST_SESSIONS
              + " sessions, and this run has "
              + context.sessions());
    }
    if (context.sessions() > FarEndProvider.MOST_SESSIONS) {
      throw new SettingsException(
          "a far end has at most "
              + FarEndProvider.MOST_SESSIONS
              + " sessions, and this run has "
              + context.sessions());
    }
    Path path = settings.find(FILE).orElseGet(UnusedFile::path);
    FarEndProcess farEnd =
        FarEndProcess.start(path, farEndSettings(settings, path, context.sessions()));
    try {
      return driver(settings, context, path, FarEndFile.attach(path), farEnd);
    } catch (IOException | RuntimeException e) {
      farEnd.close();
      throw e;
    }
  }

  private static Map<String, String> farEndSettings(Settings settings, Path path, int sessions) {
    Map<String, String> given = new LinkedHashMap<>();
    given.put("ipc.file", path.toString());
    given.put("ipc.sessions", Integer.toString(sessions));
    given.put("ipc.idle", settings.value(IDLE).name().toLowerCase(Locale.ROOT));
    settings
        .find(MESSAGE_BYTES)
        .ifPresent(bytes -> given.put("ipc.messageBytes", bytes.toString()));
    settings.find(CAPACITY).ifPresent(capacity -> given.put("ipc.capacity", capacity.toString()));
    settings.find(PAUSES).ifPresent(pauses -> given.put("ipc.pauses", pauses.toString()));
    return given;
  }

  private static RingMemory attach(Path path) {
    try {
      return FarEndFile.attach(path);
    } catch (IOException e) {
      throw new SettingsException("ipc.file=" + path + ": " + FarEndFile.ofIt(path, e), e);
    }
  }

  private static Driver driver(
      Settings settings, DriverContext context, Path path, RingMemory memory, FarEndProcess farEnd)
      throws IOException {
    try {
      check(settings, context, path, memory.geometry());
      FarEndWatch watch = new FarEndWatch(memory, path);
      watch.check();
      return new IpcDriver(
          memory, watch, farEnd, ECHO, settings.value(IDLE), settings.value(FULL) == Full.FAIL);
    } catch (IOException | RuntimeException e) {
      memory.close();
      throw e;
    }
  }

  /// What the user asked for must be what the file has.
  private static void check(
      Settings settings, DriverContext context, Path path, RingGeometry geometry) {
    long messageBytes = settings.find(MESSAGE_BYTES).orElse((long) geometry.messageBytes());
    if (messageBytes != geometry.messageBytes()) {
      throw new SettingsException(
          "ipc.messageBytes="
              + messageBytes
              + ", but "
              + path
              + " is for messages of "
              + geometry.messageBytes()
              + " bytes: loadgen serve ipc --message-bytes "
              + messageBytes);
    }
    long capacity = settings.find(CAPACITY).orElse(geometry.capacity());
    if (capacity != geometry.capacity()) {
      throw new SettingsException(
          "ipc.capacity="
              + capacity
              + ", but the rings of "
              + path
              + " hold "
              + geometry.capacity()
              + " messages: loadgen serve ipc --capacity "
              + capacity);
    }
    if (context.sessions() > geometry.rings() / 2) {
      throw new SettingsException(
          path
              + " is for "
              + geometry.rings() / 2
              + " sessions, and this run has "
              + context.sessions()
              + ": loadgen run --sessions "
              + geometry.rings() / 2
              + " (in the closed model --threads), or loadgen serve ipc --sessions "
              + context.sessions());
    }
  }
}
