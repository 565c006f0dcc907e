package dev.loadgen.kv.driver;

import dev.loadgen.driver.Completions;
import dev.loadgen.driver.Outcome;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.resp.Replies;
import dev.loadgen.kv.resp.RespBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;

/// An operation that was submitted: what a reply to it means, and whether it has a further step.
/// Handed from the submitting thread to the event loop, and used there.
sealed interface InFlight {
  /// A value that was read is not the one that was written.
  Outcome WRONG_VALUE = Outcome.failure("WRONG_VALUE");

  /// Names the operation.
  long ticket();

  /// Where it is completed.
  Completions completions();

  /// Takes a reply, which is no error.
  ///
  /// @param out where a further request is written
  /// @return what waits for the answer to that; null if the operation was completed
  /// @throws IOException if it is no reply to this
  InFlight take(byte[] bytes, int from, int end, RespBuffer out) throws IOException;

  /// What is answered with OK.
  ///
  /// @param command its name
  record Write(long ticket, Completions completions, Outcome outcome, String command)
      implements InFlight {
    /// A SET.
    static Write set(long ticket, Completions completions, Outcome outcome) {
      return new Write(ticket, completions, outcome, "SET");
    }

    /// An AUTH, of which nobody hears.
    static Write auth() {
      return new Write(0, Ignored.ANSWER, Outcome.OK, "AUTH");
    }

    @Override
    public InFlight take(byte[] bytes, int from, int end, RespBuffer out) throws IOException {
      Replies.require(bytes, from, '+', command);
      completions.complete(ticket, outcome);
      return null;
    }
  }

  /// A GET, and perhaps a SET after it.
  ///
  /// @param taking of the value
  /// @param key of the SET that follows; null if none does
  /// @param value of the SET that follows
  record Read(
      long ticket, Completions completions, Values.Taking taking, ByteBuffer key, ByteBuffer value)
      implements InFlight {
    @Override
    public InFlight take(byte[] bytes, int from, int end, RespBuffer out) throws IOException {
      Replies.require(bytes, from, '$', "GET");
      Outcome outcome;
      try {
        outcome = outcome(bytes, from, end);
      } catch (UndecodableException e) {
        completions.fail(ticket, e);
        return null;
      }
      if (key != null) {
        Commands.set(out, key, value);
        return Write.set(ticket, completions, outcome);
      }
      completions.complete(ticket, outcome);
      return null;
    }

    private Outcome outcome(byte[] bytes, int from, int end) throws UndecodableException {
      if (Replies.isNone(bytes, from)) {
        return Outcome.NOT_FOUND;
      }
      int start = Replies.valueStart(bytes, from, end);
      return taking.take(bytes, start, end - 2 - start);
    }
  }

  /// A SCAN, and an MGET after it.
  ///
  /// @param place where the session's next scan begins
  /// @param taking of the values; null if nothing looks at them
  record Scan(
      long ticket, Completions completions, int count, ScanPlace place, Values.Taking taking)
      implements InFlight {
    @Override
    public InFlight take(byte[] bytes, int from, int end, RespBuffer out) throws IOException {
      ScanPage page = ScanPage.of(bytes, from, end);
      place.cursor(page.cursor());
      if (page.keys() == 0) {
        completions.complete(ticket, Outcome.OK);
        return null;
      }
      page.writeMget(out, bytes, end, count);
      return new Fetch(ticket, completions, taking);
    }
  }

  /// An MGET.
  ///
  /// @param taking of the values; null if nothing looks at them
  record Fetch(long ticket, Completions completions, Values.Taking taking) implements InFlight {
    @Override
    public InFlight take(byte[] bytes, int from, int end, RespBuffer out) throws IOException {
      try {
        ScanPage.takeAll(bytes, from, end, taking);
      } catch (UndecodableException e) {
        completions.fail(ticket, e);
        return null;
      }
      completions.complete(ticket, Outcome.OK);
      return null;
    }
  }
}
