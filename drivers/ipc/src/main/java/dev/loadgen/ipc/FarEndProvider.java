package dev.loadgen.ipc;

import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Server;
import dev.loadgen.driver.ServerProvider;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.driver.Spi;
import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// `loadgen serve ipc`: the process at the far end of the rings, which takes what is sent and sends
/// back what asks for it.
public final class FarEndProvider implements ServerProvider {
  static final String NAME = "ipc";
  static final int MOST_SESSIONS = 1024;

  static final Property<Path> FILE =
      Property.path("file", null, "the ring file to make, best under /dev/shm");
  static final Property<Long> SESSIONS =
      Property.integer("sessions", "16", "how many sessions can be open at once")
          .where(sessions -> sessions >= 1 && sessions <= MOST_SESSIONS, "1 to " + MOST_SESSIONS);
  static final Property<Long> MESSAGE_BYTES =
      FarEndSettings.messageBytes(
          Integer.toString(FarEndSettings.DEFAULT_MESSAGE_BYTES), "the size of every message");
  static final Property<Long> CAPACITY =
      FarEndSettings.capacity(
          Integer.toString(FarEndSettings.DEFAULT_CAPACITY),
          "how many messages a ring holds, a power of two");
  static final Property<Idle> IDLE =
      FarEndSettings.idle("what to do when all rings are empty; spin needs a CPU of its own");
  static final Property<Pauses> PAUSES =
      FarEndSettings.pauses("when it stands still, counted from its start");

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "the far end of queues in shared memory: takes messages, and echoes those that ask for it";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(FILE, SESSIONS, MESSAGE_BYTES, CAPACITY, IDLE, PAUSES);
  }

  @Override
  public Server start(Settings settings) {
    RingGeometry geometry =
        new RingGeometry(
            RingKind.STAMPED,
            settings.value(MESSAGE_BYTES).intValue(),
            settings.value(CAPACITY),
            2 * settings.value(SESSIONS).intValue());
    Path path =
        settings
            .find(FILE)
            .orElseThrow(
                () -> new SettingsException("ipc needs --file FILE: the ring file to make"));
    try {
      return FarEnd.start(path, geometry, settings.value(IDLE), settings.find(PAUSES).orElse(null));
    } catch (IOException e) {
      throw new SettingsException("--file " + path + ": " + FarEndFile.ofIt(path, e), e);
    }
  }
}
