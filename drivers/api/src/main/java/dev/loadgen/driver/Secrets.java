package dev.loadgen.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Where a secret comes from: other users see command lines, not files and environments. The forms
/// are those of OpenSSL's pass phrase arguments.
final class Secrets {
  /// What the forms look like.
  static final String TYPE = "secret|file:PATH|env:NAME";

  private static final String FILE = "file:";
  private static final String ENVIRONMENT = "env:";
  private static final int MOST_BYTES = 64 << 10;

  private Secrets() {}

  /// The secret itself.
  ///
  /// @param text `file:PATH`, the content of a file but for the line end that it ends with;
  ///   `env:NAME`, an environment variable; else the secret
  /// @throws IllegalArgumentException if there is none
  static String find(String text) {
    if (text.startsWith(FILE)) {
      return ofFile(text.substring(FILE.length()));
    }
    if (text.startsWith(ENVIRONMENT)) {
      return ofEnvironment(text.substring(ENVIRONMENT.length()));
    }
    return text;
  }

  private static String ofEnvironment(String name) {
    String secret = System.getenv(name);
    if (secret == null) {
      throw new IllegalArgumentException("expected an environment variable " + name);
    }
    return secret;
  }

  private static String ofFile(String name) {
    try {
      Path path = Path.of(name);
      if (Files.exists(path) && !Files.isRegularFile(path)) { // a pipe could be read only once
        throw new IllegalArgumentException(name + " is no regular file");
      }
      if (Files.size(path) > MOST_BYTES) {
        throw new IllegalArgumentException(name + " has more than " + MOST_BYTES + " bytes");
      }
      return Files.readString(path).replaceFirst("\\R\\z", "");
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + name, e);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + name + ": " + e.getMessage(), e);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
