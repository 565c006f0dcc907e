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
  /// @throws IllegalArgumentException if there is none; the message shows nothing of the text,
  ///   which may be a secret that begins like this
  static String find(String text) {
    String secret = resolve(text);
    if (secret.isEmpty()) { // an environment that was not filled must not open anything
      throw new IllegalArgumentException("the secret is empty");
    }
    return secret;
  }

  private static String resolve(String text) {
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
      throw new IllegalArgumentException("there is no such environment variable");
    }
    return secret;
  }

  private static String ofFile(String name) {
    try {
      Path path = Path.of(name);
      if (Files.exists(path) && !Files.isRegularFile(path)) { // a pipe could be read only once
        throw new IllegalArgumentException("that is no regular file");
      }
      if (Files.size(path) > MOST_BYTES) {
        throw new IllegalArgumentException("the file has more than " + MOST_BYTES + " bytes");
      }
      return Files.readString(path).replaceFirst("\\R\\z", "");
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no such file", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("the file cannot be read as text", e);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("that is no path", e);
    }
  }
}
