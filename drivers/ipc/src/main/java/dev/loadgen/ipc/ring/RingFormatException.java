package dev.loadgen.ipc.ring;

import java.io.IOException;

/// A file that holds no rings, or other ones than were asked for. The message is a sentence.
public final class RingFormatException extends IOException {
  private static final long serialVersionUID = 1;

  RingFormatException(String sentence) {
    super(sentence);
  }

  RingFormatException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
