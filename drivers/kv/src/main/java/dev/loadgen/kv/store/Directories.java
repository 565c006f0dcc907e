package dev.loadgen.kv.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/// Directories on the disk.
final class Directories {
  private Directories() {}

  /// Makes a directory and all above it that are missing, and returns when their names are on the
  /// disk.
  ///
  /// @throws FileAlreadyExistsException if it is something else
  static void make(Path directory) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path path = directory.toAbsolutePath();
        path != null && !Files.exists(path);
        path = path.getParent()) {
      missing.push(path);
    }
    Files.createDirectories(directory);
    for (Path made : missing) {
      if (Files.isReadable(made.getParent())) { // else nobody can force it
        force(made.getParent());
      }
    }
  }

  /// Returns when the names in a directory are on the disk: forcing a new file is not enough.
  static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
