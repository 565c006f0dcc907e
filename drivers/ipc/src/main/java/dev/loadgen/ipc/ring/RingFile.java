package dev.loadgen.ipc.ring;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Makes and maps ring files. Its exceptions are sentences.
final class RingFile {
  private static final int CHUNK_BYTES = 1 << 16;

  private RingFile() {}

  /// Makes a file under another name and gives it its own when it is complete, so that nobody sees
  /// half of one, and of two that make the same one fails.
  static void create(Path path, RingGeometry geometry) throws IOException {
    Path unfinished =
        path.resolveSibling(
            path.getFileName() + "." + ProcessHandle.current().pid() + "." + System.nanoTime());
    try {
      fill(unfinished, geometry);
      Files.createLink(path, unfinished);
    } catch (FileAlreadyExistsException e) { // whose message has the other name
      throw new FileAlreadyExistsException(path.toString(), null, "it is there already");
    } catch (FileSystemException e) {
      throw new IOException("cannot make " + path + ": " + reason(e), e);
    } catch (IOException e) {
      throw new IOException(
          "cannot make " + path + " with " + geometry.memoryBytes() + " bytes: " + e.getMessage(),
          e);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static String reason(FileSystemException e) {
    return switch (e) {
      case AccessDeniedException _ -> "no permission";
      case NoSuchFileException _ -> "no such directory";
      default -> e.getReason() == null ? e.toString() : e.getReason();
    };
  }

  private static void fill(Path path, RingGeometry geometry) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                path,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        Arena arena = Arena.ofConfined()) {
      long usableBytes = Files.getFileStore(path).getUsableSpace();
      if (usableBytes < geometry.memoryBytes()) {
        throw new IOException("only " + usableBytes + " are free"); // without filling it up first
      }
      // Written rather than only extended: a hole that finds no room later is a SIGBUS.
      ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
      for (long left = geometry.memoryBytes(); left > 0; ) {
        zeros.clear().limit((int) Math.min(left, CHUNK_BYTES));
        left -= channel.write(zeros);
      }
      initialise(channel.map(MapMode.READ_WRITE, 0, geometry.memoryBytes(), arena), geometry);
    }
  }

  /// Writes what is not zero in empty rings.
  static void initialise(MemorySegment memory, RingGeometry geometry) {
    if (geometry.kind() == RingKind.SHARED) {
      for (int i = 0; i < geometry.rings(); i++) {
        SharedControl.number(
            memory.asSlice(geometry.ringOffset(i), geometry.ringBytes()), geometry);
      }
    }
    FileHeader.write(memory, geometry);
  }

  /// Maps a whole file.
  static MemorySegment map(Path path, Arena arena) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(path + " is not there");
    }
    if (!Files.isRegularFile(path)) {
      throw new RingFormatException(path + " is not a file");
    }
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long bytes = channel.size();
      if (bytes < FileHeader.BYTES) {
        throw new RingFormatException(
            path + " is too small to be a ring file: " + bytes + " bytes");
      }
      return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    } catch (FileSystemException e) {
      throw new IOException("cannot use " + path + ": " + reason(e), e);
    }
  }
}
