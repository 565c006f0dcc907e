package dev.loadgen.kv.driver;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.codec.UserCodec;
import dev.loadgen.kv.codec.UserView;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Users. An insert makes the one that an id has at first, what changes a record another one of the
/// same id, drawn from the run's seed and the operation's number. Of what is read every field is
/// looked at, and a user of another id is a wrong value; with `--verify` all fields are compared.
final class UserValues implements Values {
  private static final int CHANGE = 1; // the purpose of the draw

  private final UserCodec codec;
  private final DriverContext context;
  private final long seed;
  private ByteBuffer written = ByteBuffer.allocate(0);
  private long sum; // of all that was read: so nothing of it can be left out

  UserValues(UserCodec codec, DriverContext context) {
    this.codec = codec;
    this.context = context;
    this.seed = Draws.derive(context.seed(), "kv.codec");
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // kinds are those that were declared; arrays: the very one
  public ByteBuffer written(Operation operation) {
    long id = operation.keyNumber();
    OperationKind kind = operation.kind();
    int length =
        kind == KvOperations.INSERT_USER
            ? codec.make(id)
            : codec.make(id, Draws.bits(seed, operation.sequence(), CHANGE) >>> 1);
    if (written.array() != codec.bytes()) {
      written = ByteBuffer.wrap(codec.bytes());
    }
    return written.clear().limit(length);
  }

  @Override
  public Outcome read(Operation operation, byte[] bytes, int from, int length)
      throws UndecodableException {
    return take(bytes, from, length, operation.keyNumber(), operation.verifies());
  }

  @Override
  public Outcome read(Operation operation, MemorySegment memory, long at, int length)
      throws UndecodableException {
    try {
      return look(codec.decode(memory, at, length), operation.keyNumber(), operation.verifies());
    } catch (UndecodableException e) {
      return undecodable(e, operation.verifies());
    }
  }

  private Outcome take(byte[] bytes, int from, int length, long id, boolean verifies)
      throws UndecodableException {
    try {
      return look(codec.decode(bytes, from, length), id, verifies);
    } catch (UndecodableException e) {
      return undecodable(e, verifies);
    }
  }

  /// What is no user at all is not the one that was written either.
  private Outcome undecodable(UndecodableException e, boolean verifies)
      throws UndecodableException {
    if (!verifies) {
      throw e;
    }
    context.checked(false);
    return InFlight.WRONG_VALUE;
  }

  private Outcome look(UserView user, long id, boolean verifies) {
    sum += user.sum();
    boolean right = verifies ? user.isMadeFor(id) : user.id() == id;
    if (verifies) {
      context.checked(right);
    }
    return right ? Outcome.OK : InFlight.WRONG_VALUE;
  }

  /// The sum of all that was read.
  long sum() {
    return sum;
  }

  @Override
  public void scanned(MemorySegment memory, long at, int length) throws UndecodableException {
    sum += codec.decode(memory, at, length).sum();
  }

  @Override
  public Taking taking(Operation operation) {
    long id = operation.keyNumber();
    boolean verifies = operation.verifies();
    return (bytes, from, length) -> take(bytes, from, length, id, verifies);
  }

  @Override
  public Taking scanning() {
    return (bytes, from, length) -> {
      sum += codec.decode(bytes, from, length).sum();
      return Outcome.OK;
    };
  }
}
