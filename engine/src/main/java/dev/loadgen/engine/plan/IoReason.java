package dev.loadgen.engine.plan;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Says in words why something could not be read or written: many exceptions of files have the path
/// alone as their message.
public final class IoReason {
  private IoReason() {}

  /// A few words, without the path.
  public static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "no such file or directory";
      case AccessDeniedException denied -> "permission denied";
      case FileAlreadyExistsException there -> "it is there already";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
