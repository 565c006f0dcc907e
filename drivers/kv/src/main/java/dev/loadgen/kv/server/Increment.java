package dev.loadgen.kv.server;

import dev.loadgen.kv.store.Update;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// INCR and its like: a number that is written as text is changed.
final class Increment implements Update {
  private final long by;
  private long result;
  private String error;

  private Increment(long by) {
    this.by = by;
  }

  static void run(Call call, long by) throws IOException {
    Increment increment = new Increment(by);
    KeyCommands.update(call, increment);
    if (increment.error == null) {
      call.out.integer(increment.result);
    } else {
      call.out.error(increment.error);
    }
  }

  /// @param sign 1 or −1
  static void runBy(Call call, int sign) throws IOException {
    Long by = Numbers.parse(call.request, 2);
    if (by == null) {
      call.out.error(Numbers.NO_INTEGER);
    } else if (sign < 0 && by == Long.MIN_VALUE) {
      call.out.error("ERR decrement would overflow");
    } else {
      run(call, sign * by);
    }
  }

  @Override
  public byte[] apply(byte[] current) {
    Long number = current == null ? Long.valueOf(0) : Numbers.parse(current, 0, current.length);
    if (number == null) {
      error = Numbers.NO_INTEGER;
      return current;
    }
    try {
      result = Math.addExact(number, by);
    } catch (ArithmeticException e) {
      error = "ERR increment or decrement would overflow";
      return current;
    }
    return Long.toString(result).getBytes(StandardCharsets.US_ASCII);
  }
}
