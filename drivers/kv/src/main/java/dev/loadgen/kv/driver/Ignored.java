package dev.loadgen.kv.driver;

import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Outcome;

/// For requests that no operation waits for.
enum Ignored implements Completions {
  /// An answer that nobody looks at.
  ANSWER;

  @Override
  public void complete(long ticket, Outcome outcome) {}

  @Override
  public void fail(long ticket, Throwable cause) {}
}
