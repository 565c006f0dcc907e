package dev.loadgen.kv.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads a [Store] without locks; for one thread at a time.
///
/// [#find] leads to a value in place: it stays as it is, whatever is written meanwhile, until the
/// next [#find], [#scan] or [#release]. As long as a reader holds on to something, space that was
/// freed since cannot be used again: [#release] it soon.
public final class StoreReader implements AutoCloseable {
  private final KeyHash hash;
  private final Shard[] shards;
  private final Epochs epochs;
  private final Epochs.Pin pin;
  private MemorySegment memory;
  private long valueAt;
  private int valueLength;

  @SuppressWarnings("unused") // else the compiler would not read what nobody looks at
  private long touched;

  StoreReader(KeyHash hash, Shard[] shards, Epochs epochs) {
    this.hash = hash;
    this.shards = shards;
    this.epochs = epochs;
    this.pin = epochs.register();
  }

  /// Looks a key up.
  ///
  /// @return whether there is a value
  public boolean find(byte[] key) {
    return find(key, 0, key.length);
  }

  /// Looks a key up.
  ///
  /// @return whether there is a value
  public boolean find(byte[] key, int keyAt, int keyLength) {
    if (!pin.isPinned()) {
      pin.pin();
    }
    long hashed = hash.of(key, keyAt, keyLength);
    Shard shard = shards[(int) hashed & (shards.length - 1)];
    Index index = shard.index();
    long position = index.position(hashed, shard.log(), key, keyAt, keyLength);
    if (position < 0) {
      return false;
    }
    long address = index.addressAt(position);
    if (address == Slot.REMOVED) {
      return false;
    }
    memory = shard.log().memory(address);
    long record = shard.log().offset(address);
    valueAt = RecordLayout.valueAt(memory, record);
    valueLength = RecordLayout.valueLength(memory, record);
    return true;
  }

  /// Begins to bring a record into the processor's caches, without waiting for it, if the key is
  /// there. In a large store most of the time of [#find] is the way to memory and back: told of
  /// some keys in a row before they are looked up, the processor goes all those ways at once. Holds
  /// on as [#find] does.
  public void prefetch(byte[] key, int keyAt, int keyLength) {
    if (!pin.isPinned()) {
      pin.pin();
    }
    long hashed = hash.of(key, keyAt, keyLength);
    Shard shard = shards[(int) hashed & (shards.length - 1)];
    touched = shard.index().touch(hashed, shard.log());
  }

  /// What holds the value that was found. Not to be written to.
  public MemorySegment memory() {
    return memory;
  }

  /// Where the value is in [#memory].
  public long valueAt() {
    return valueAt;
  }

  /// How many bytes the value has.
  public int valueLength() {
    return valueLength;
  }

  /// Copies the value that was found.
  public void copyValue(byte[] target, int at) {
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, valueAt, target, at, valueLength);
  }

  /// A copy of the value of a key; null if there is none. Holds on to nothing.
  public byte[] get(byte[] key) {
    try {
      if (!find(key)) {
        return null;
      }
      byte[] value = new byte[valueLength];
      copyValue(value, 0);
      return value;
    } finally {
      release();
    }
  }

  /// Visits records in the order of the slots of the index, from a cursor on. A record that is
  /// there from the first call of an iteration to its last is visited exactly once; one that comes
  /// or goes meanwhile at most once.
  ///
  /// @param cursor 0 to begin, then what the call before returned
  /// @param count how many records to visit, at least, if there are so many; a few more may be
  /// @return the cursor with which to go on; 0 at the end
  /// @throws IllegalArgumentException if the cursor is none
  public long scan(long cursor, int count, RecordVisitor visitor) {
    long perShard = 1L << Slot.TAG_BITS;
    if (cursor < 0 || cursor >= cursors()) {
      throw new IllegalArgumentException(cursor + " is no cursor of this store");
    }
    if (!pin.isPinned()) {
      pin.pin();
    }
    try {
      int[] left = {count};
      long at = cursor;
      while (left[0] > 0 && at < cursors()) {
        Shard shard = shards[(int) (at / perShard)];
        long tag =
            shard
                .index()
                .scan(
                    at % perShard,
                    left[0],
                    address -> {
                      visit(shard.log(), address, visitor);
                      left[0]--;
                    });
        at = at / perShard * perShard + tag;
      }
      return at < cursors() ? at : 0;
    } finally {
      release();
    }
  }

  /// All cursors are below this.
  public long cursors() {
    return (long) shards.length << Slot.TAG_BITS;
  }

  private static void visit(Log log, long address, RecordVisitor visitor) {
    MemorySegment memory = log.memory(address);
    long at = log.offset(address);
    int keyLength = RecordLayout.keyLength(memory, at);
    visitor.visit(
        memory,
        at + RecordLayout.HEADER_BYTES,
        keyLength,
        RecordLayout.valueAt(memory, at),
        RecordLayout.valueLength(memory, at));
  }

  /// Holds on to nothing any more.
  public void release() {
    if (pin.isPinned()) {
      pin.release();
      memory = null;
    }
  }

  /// Ends it.
  @Override
  public void close() {
    release();
    epochs.unregister(pin);
  }
}
