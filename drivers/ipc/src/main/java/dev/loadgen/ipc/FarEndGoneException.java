package dev.loadgen.ipc;

import java.io.IOException;

/// There is no living process at the far end. The message is a sentence.
final class FarEndGoneException extends IOException {
  private static final long serialVersionUID = 1;

  FarEndGoneException(String sentence) {
    super(sentence);
  }
}
