package dev.loadgen.ipc;

import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingKind;
import dev.loadgen.ipc.ring.RingMemory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;

/// The file of a far end: a new one, or what one that died has left.
final class FarEndFile {
  private FarEndFile() {}

  /// Makes the file. What a far end that has ended left is used again if it fits, with the messages
  /// in it, so that a driver that is still there goes on; else it is replaced. A file that is
  /// anything else is not touched.
  static RingMemory open(Path path, RingGeometry geometry) throws IOException {
    try {
      return RingMemory.create(path, geometry);
    } catch (FileAlreadyExistsException e) {
      RingMemory left = abandoned(path);
      if (left.geometry().equals(geometry)) {
        return left;
      }
      left.close();
      Files.delete(path);
      return RingMemory.create(path, geometry);
    }
  }

  private static RingMemory abandoned(Path path) throws IOException {
    RingMemory left = attach(path);
    try {
      OptionalLong process = left.livingConsumer(FarEndMessage.requests(0));
      if (process.isPresent()) {
        throw new IOException(path + " is served already, by process " + process.getAsLong());
      }
      return left;
    } catch (IOException e) {
      left.close();
      throw e;
    }
  }

  /// What tells a file from another that has its name later; null if it is not there, or if the
  /// file system does not tell. It stays the file's own as long as anybody maps it.
  static Object key(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  /// Takes a file away, unless another has its name meanwhile. What cannot be taken away stays.
  ///
  /// @param key what [#key] said of it
  static void deleteIfSame(Path path, Object key) {
    if (key != null && key.equals(key(path))) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // A far end that is started on the same file finds it abandoned, and replaces it.
      }
    }
  }

  /// What is wrong with a file, as a sentence that goes on after the file's name.
  static String ofIt(Path path, IOException wrong) {
    String sentence = wrong.getMessage();
    return sentence.startsWith(path + " ")
        ? "it" + sentence.substring(path.toString().length())
        : sentence;
  }

  /// Maps the file of a far end, as a driver does.
  ///
  /// @throws IOException if it is not there or of another kind; the message is a sentence
  static RingMemory attach(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(
          path
              + " is not there: no far end has made it (loadgen serve ipc --file "
              + path
              + ", or -p ipc.process=spawn)");
    }
    RingMemory memory = RingMemory.attach(path);
    if (memory.geometry().kind() != RingKind.STAMPED || memory.geometry().rings() % 2 != 0) {
      memory.close();
      throw new IOException(path + " was not made by a far end: it holds " + memory.geometry());
    }
    return memory;
  }
}
