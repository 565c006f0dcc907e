package dev.loadgen.ipc.ring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// Names for ring files that nobody named.
public final class UnusedFile {
  private static final AtomicLong COUNT = new AtomicLong();

  private UnusedFile() {}

  /// A path that is not used: in `/dev/shm`, which is memory, where that can be written; else among
  /// the temporary files.
  public static Path path() {
    Path memory = Path.of("/dev/shm");
    Path directory =
        Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
    return directory.resolve(
        "loadgen-%d-%d-%d.ring"
            .formatted(ProcessHandle.current().pid(), System.nanoTime(), COUNT.incrementAndGet()));
  }
}
