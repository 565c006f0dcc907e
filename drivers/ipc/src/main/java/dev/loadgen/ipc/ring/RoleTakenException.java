package dev.loadgen.ipc.ring;

import java.io.IOException;

/// There is a producer, or a consumer, already, and its process lives. The message is a sentence.
public final class RoleTakenException extends IOException {
  private static final long serialVersionUID = 1;

  RoleTakenException(String sentence) {
    super(sentence);
  }
}
