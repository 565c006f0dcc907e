package dev.loadgen.kv.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Directories on the disk.
final class Directories {
  private Directories() {}

  /// Returns when the names in a directory are on the disk: forcing a new file is not enough.
  static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
