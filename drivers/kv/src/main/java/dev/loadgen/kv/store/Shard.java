package dev.loadgen.kv.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/// A part of the store with a log, an index and one writer at a time.
///
/// Whoever writes holds the lock; a write is in the log before the index leads to it, so a reader
/// sees it only when a killed process would keep it. Readers take no lock: see [Index] and [Log].
final class Shard {
  private static final byte[] NOTHING = {};

  private final ReentrantLock lock = new ReentrantLock();
  private final KeyHash hash;
  private final Epochs epochs;
  private final Log log;
  private final Cleaner cleaner;
  private final ShardFiles files;
  private final int mostRecordBytes;
  private volatile Index index;
  private final AtomicLong records = new AtomicLong(); // written under the lock
  private long liveBytes;
  private boolean closed;
  private byte[] scratch = new byte[256];

  @SuppressWarnings("unused") // else the compiler would not read what nobody looks at
  private long touched;

  Shard(Path directory, StoreHeader store, int number, Epochs epochs, ShardFiles.Background work) {
    this.hash = store.hash();
    this.epochs = epochs;
    this.log = new Log(directory, store, number, epochs);
    this.cleaner = new Cleaner(log, this, store.extentBytes());
    this.index = new Index(epochs);
    this.files = new ShardFiles(directory, log, lock, epochs, work);
    this.mostRecordBytes = store.extentBytes() / 2;
  }

  static Path directory(Path store, int number) {
    return store.resolve(String.format(Locale.ROOT, "shard-%03d", number));
  }

  /// Reads the log.
  Replay recover(Path directory, StoreHeader store, int number, boolean repair) throws IOException {
    Files.createDirectories(directory);
    Recovered recovered = new Recovered();
    Replay replay = new Replay(directory, store, number, repair, log, recovered);
    lock.lock();
    try {
      replay.run();
      recovered.finish();
      if (replay.isDamaged()) {
        rewrite();
      }
    } finally {
      lock.unlock();
    }
    return replay;
  }

  /// Takes in what is read from the log, some records at a time: their slots are fetched together,
  /// not one after the other.
  private final class Recovered implements Replay.Listener {
    private static final int TOGETHER = 32;

    private final long[] addresses = new long[TOGETHER];
    private final long[] hashes = new long[TOGETHER];
    private int waiting;

    @Override
    public void record(MemorySegment memory, int at, long address) throws IOException {
      if (RecordLayout.kind(memory, at) == RecordLayout.CLEAR) {
        finish();
        clearUnread();
        return;
      }
      if (waiting == TOGETHER) {
        finish();
      }
      hashes[waiting] = touch(memory, at);
      addresses[waiting++] = address;
    }

    /// Takes in those that wait.
    void finish() throws IOException {
      int count = waiting;
      waiting = 0;
      for (int i = 0; i < count; i++) {
        recovered(hashes[i], addresses[i]);
      }
    }
  }

  /// As [#forgetAll], when there are no readers yet: a log may be full of such records, and a new
  /// index takes memory each time.
  private void clearUnread() {
    if (records.get() > 0) {
      index.close();
      index = new Index(epochs);
      records.set(0);
      liveBytes = 0;
    }
  }

  private void recovered(long hashed, long address) throws IOException {
    MemorySegment memory = log.memory(address);
    long at = log.offset(address);
    int length = RecordLayout.keyLength(memory, at);
    byte[] key = scratch(length);
    RecordLayout.copyKey(memory, at, key, length);
    long position = index.position(hashed, log, key, 0, length);
    if (RecordLayout.kind(memory, at) == RecordLayout.PUT) {
      link(position, hashed, address);
    } else if (position >= 0) {
      unlink(position);
    }
  }

  private byte[] scratch(int length) {
    if (scratch.length < length) {
      scratch = new byte[RecordLayout.MOST_KEY_BYTES];
    }
    return scratch;
  }

  /// Copies what is alive into new extents, and gives up those with holes in them.
  private void rewrite() throws IOException {
    int old = log.extents().size() - 1; // but for the one that was begun
    Index from = index;
    IOException[] failed = {null};
    from.scan(
        0,
        Integer.MAX_VALUE,
        address -> {
          try {
            moveIfLive(address, touch(log.memory(address), (int) log.offset(address)));
          } catch (IOException e) {
            failed[0] = e;
          }
        });
    if (failed[0] != null) {
      throw failed[0];
    }
    for (int i = 0; i < old; i++) {
      log.retireOldest();
    }
    files.release();
  }

  // What readers do.

  Index index() {
    return index;
  }

  Log log() {
    return log;
  }

  long records() {
    return records.getAcquire();
  }

  // What writers do.

  /// Puts a value.
  ///
  /// @return whether the key was there
  boolean put(long hashed, byte[] key, int keyAt, int keyLength, byte[] value, int at, int length)
      throws IOException {
    lock.lock();
    try {
      requireOpen();
      requireFits(keyLength, length);
      if (!index.makeRoom(hashed)) {
        long position = index.position(hashed, log, key, keyAt, keyLength);
        putAt(position, hashed, key, keyAt, keyLength, value, at, length);
        return position >= 0;
      }
      // The processor fetches the slot while the record is written: nothing there depends on it.
      touched = index.touchSlot(hashed);
      long address = log.append(RecordLayout.PUT, key, keyAt, keyLength, value, at, length);
      long position = index.position(hashed, log, key, keyAt, keyLength);
      link(position, hashed, address);
      written(address);
      return position >= 0;
    } finally {
      lock.unlock();
    }
  }

  private void putAt(
      long position,
      long hashed,
      byte[] key,
      int keyAt,
      int keyLength,
      byte[] value,
      int at,
      int length)
      throws IOException {
    requireOpen();
    requireFits(keyLength, length);
    if (position < 0 && !index.makeRoom(hashed)) {
      throw new StoreException(
          StoreException.Reason.FULL, "the index of a shard is full, at " + records + " records");
    }
    long address = log.append(RecordLayout.PUT, key, keyAt, keyLength, value, at, length);
    link(position, hashed, address);
    written(address);
  }

  private void link(long position, long hashed, long address) throws IOException {
    if (position >= 0) {
      liveBytes -= log.paddedBytes(index.addressAt(position));
      index.replace(position, hashed, address);
    } else {
      if (!index.makeRoom(hashed)) {
        throw new StoreException(
            StoreException.Reason.FULL, "the index of a shard is full, at " + records + " records");
      }
      index.insert(hashed, address);
      records.setRelease(records.getPlain() + 1);
    }
    liveBytes += log.paddedBytes(address);
  }

  private void unlink(long position) {
    liveBytes -= log.paddedBytes(index.addressAt(position));
    index.remove(position);
    records.setRelease(records.getPlain() - 1);
  }

  /// What every write ends with. It is in the log: that cleaning failed is not its failure, and a
  /// disk that is full will be told by whoever needs the next extent.
  private void written(long address) {
    try {
      cleaner.step(log.paddedBytes(address), liveBytes);
    } catch (IOException e) {
      return;
    } finally {
      files.written();
      if (index.pool().wantsSlab()) {
        files.enlarge(index);
      }
    }
  }

  /// Removes a record.
  ///
  /// @return whether the key was there
  boolean remove(long hashed, byte[] key, int keyAt, int keyLength) throws IOException {
    lock.lock();
    try {
      long position = index.position(hashed, log, key, keyAt, keyLength);
      if (position >= 0) {
        removeAt(position, key, keyAt, keyLength);
      }
      return position >= 0;
    } finally {
      lock.unlock();
    }
  }

  private void removeAt(long position, byte[] key, int keyAt, int keyLength) throws IOException {
    requireOpen();
    long address = log.append(RecordLayout.REMOVE, key, keyAt, keyLength, NOTHING, 0, 0);
    unlink(position);
    written(address);
  }

  /// Changes a value.
  ///
  /// @return the value before; null if there was none
  byte[] update(long hashed, byte[] key, int keyAt, int keyLength, Update update)
      throws IOException {
    lock.lock();
    try {
      requireOpen();
      long position = index.position(hashed, log, key, keyAt, keyLength);
      byte[] before = position < 0 ? null : value(index.addressAt(position));
      byte[] after = update.apply(before);
      if (after == null && before != null) {
        removeAt(position, key, keyAt, keyLength);
      } else if (after != null && !sameArray(after, before)) {
        putAt(position, hashed, key, keyAt, keyLength, after, 0, after.length);
      }
      return before;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings({"ArrayEquals", "ReferenceEquality"}) // the very array means: no change
  private static boolean sameArray(byte[] left, byte[] right) {
    return left == right;
  }

  private byte[] value(long address) {
    MemorySegment memory = log.memory(address);
    long at = log.offset(address);
    byte[] value = new byte[RecordLayout.valueLength(memory, at)];
    MemorySegment.copy(
        memory, ValueLayout.JAVA_BYTE, RecordLayout.valueAt(memory, at), value, 0, value.length);
    return value;
  }

  /// Removes all records.
  void clear() throws IOException {
    lock.lock();
    try {
      requireOpen();
      log.append(RecordLayout.CLEAR, NOTHING, 0, 0, NOTHING, 0, 0);
      forgetAll();
      while (!log.isHead(log.extents().getFirst())) {
        log.retireOldest();
      }
      files.written();
    } finally {
      lock.unlock();
    }
  }

  private void forgetAll() {
    Index before = index;
    index = new Index(epochs);
    files.retire(before);
    records.setRelease(0);
    liveBytes = 0;
  }

  /// Begins to bring the slot of a record's key into the caches.
  ///
  /// @return the hash of the key
  long touch(MemorySegment memory, int at) {
    int length = RecordLayout.keyLength(memory, at);
    byte[] key = scratch(length);
    RecordLayout.copyKey(memory, at, key, length);
    long hashed = hash.of(key, 0, length);
    touched = index.touchSlot(hashed);
    return hashed;
  }

  /// Appends the record at this address again if its key still leads to it. Under the lock.
  boolean moveIfLive(long address, long hashed) throws IOException {
    long position = index.positionOf(hashed, address);
    if (position < 0) {
      return false;
    }
    long copy = log.appendCopy(log.memory(address), log.offset(address));
    index.replace(position, hashed, copy);
    return true;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
  }

  private void requireFits(int keyLength, int valueLength) throws StoreException {
    if (keyLength > RecordLayout.MOST_KEY_BYTES) {
      throw new StoreException(
          StoreException.Reason.TOO_LONG,
          "a key of " + keyLength + " bytes: at most " + RecordLayout.MOST_KEY_BYTES);
    }
    int most = mostRecordBytes - RecordLayout.HEADER_BYTES - keyLength;
    if (valueLength > most) {
      throw new StoreException(
          StoreException.Reason.TOO_LONG,
          "a value of " + valueLength + " bytes: at most " + most + " in this store");
    }
  }

  StoreStatistics statistics() {
    lock.lock();
    try {
      return new StoreStatistics(
          records.get(), liveBytes, log.fileBytes(), index.bytes(), cleaner.copiedBytes());
    } finally {
      lock.unlock();
    }
  }

  /// What is done with the files beside writing.
  ShardFiles files() {
    return files;
  }

  /// Ends writing.
  ///
  /// @return the last sequence
  long close() throws IOException {
    lock.lock();
    try {
      closed = true;
      index.close();
      files.close();
      long last = log.nextSequence() - 1;
      log.close();
      return last;
    } finally {
      lock.unlock();
    }
  }
}
