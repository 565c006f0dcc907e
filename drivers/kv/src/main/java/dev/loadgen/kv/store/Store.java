package dev.loadgen.kv.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A persistent map from bytes to bytes, off the heap.
///
/// Keys have 0 to 65,535 bytes; key and value together must fit into half an extent (8 MiB unless
/// the store was made with other extents).
///
/// Thread-safe. Writes to one shard come one after the other; any number of [StoreReader]s read
/// without locks, and see a write only when a process that is killed after it would keep it. What a
/// loss of power may cost is a matter of the [SyncPolicy]: a write is acknowledged when [#commit]
/// has returned after it.
public final class Store implements AutoCloseable {
  private final StoreHeader header;
  private final SyncPolicy sync;
  private final KeyHash hash;
  private final Epochs epochs = new Epochs();
  private final Housekeeper housekeeper = new Housekeeper();
  private final Shard[] shards;
  private RecoveryReport recovery;
  private boolean closed; // guarded by this

  private Store(StoreHeader header, StoreOptions options) {
    this.header = header;
    this.sync = options.sync();
    this.hash = header.hash();
    this.shards = new Shard[header.shards()];
    for (int i = 0; i < shards.length; i++) {
      Path directory = Shard.directory(options.directory(), i);
      shards[i] = new Shard(directory, header, i, epochs, housekeeper);
    }
  }

  /// Opens a store, or makes one. Every record is read and its checksum compared.
  ///
  /// @throws StoreException if it is in use, damaged, or of another version
  public static Store open(StoreOptions options) throws IOException {
    StoreHeader header = StoreHeader.open(options);
    Store store = new Store(header, options);
    try {
      store.recover(options);
      Directories.force(options.directory()); // the names of what was made just now
      header.writeOpened();
      store.startSyncing();
      return store;
    } catch (IOException | RuntimeException e) {
      store.abandon();
      throw e;
    }
  }

  private void recover(StoreOptions options) throws IOException {
    long startNs = System.nanoTime();
    List<Callable<Replay>> work = new ArrayList<>();
    for (int i = 0; i < shards.length; i++) {
      int number = i;
      Path directory = Shard.directory(options.directory(), i);
      work.add(() -> shards[number].recover(directory, header, number, options.repair()));
    }
    List<String> notes = new ArrayList<>();
    long records = 0;
    boolean damaged = false;
    for (Replay replay : inParallel(work)) {
      notes.addAll(replay.notes());
      records += replay.records();
      damaged |= replay.isDamaged();
    }
    long elapsedNs = System.nanoTime() - startNs;
    recovery = new RecoveryReport(header.wasClosed(), records, elapsedNs, damaged, notes);
  }

  private static List<Replay> inParallel(List<Callable<Replay>> work) throws IOException {
    int threads = Math.min(work.size(), Runtime.getRuntime().availableProcessors());
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Replay> done = new ArrayList<>();
      for (Future<Replay> future : executor.invokeAll(work)) {
        done.add(future.get());
      }
      return done;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the store was opened", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException("the store could not be read: " + e.getCause(), e);
    }
  }

  private void startSyncing() {
    if (sync.kind() == SyncPolicy.Kind.INTERVAL) {
      housekeeper.every(
          sync.intervalNs(),
          () -> {
            try {
              sync();
            } catch (IOException e) {
              return; // the shard remembers it, and tells whoever commits next
            }
          });
    }
  }

  /// What was found when the store was opened.
  public RecoveryReport recovery() {
    return recovery;
  }

  /// How many shards it has, whatever the options said.
  public int shards() {
    return shards.length;
  }

  /// How large its files are, whatever the options said.
  public int extentBytes() {
    return header.extentBytes();
  }

  /// A reader for one thread at a time. Close it when it is not needed any more.
  public StoreReader reader() {
    return new StoreReader(hash, shards, epochs);
  }

  private Shard shard(long hashed) {
    return shards[(int) hashed & (shards.length - 1)];
  }

  /// Puts a value under a key, whatever was there.
  ///
  /// @return whether something was there
  /// @throws IOException if it could not be written; the store is as before then
  public boolean put(byte[] key, byte[] value) throws IOException {
    return put(key, 0, key.length, value, 0, value.length);
  }

  /// Puts a value under a key, whatever was there.
  ///
  /// @return whether something was there
  /// @throws IOException if it could not be written; the store is as before then
  public boolean put(
      byte[] key, int keyAt, int keyLength, byte[] value, int valueAt, int valueLength)
      throws IOException {
    long hashed = hash.of(key, keyAt, keyLength);
    return shard(hashed).put(hashed, key, keyAt, keyLength, value, valueAt, valueLength);
  }

  /// Removes a record.
  ///
  /// @return whether it was there
  /// @throws IOException if that could not be written; the store is as before then
  public boolean remove(byte[] key) throws IOException {
    return remove(key, 0, key.length);
  }

  /// Removes a record.
  ///
  /// @return whether it was there
  /// @throws IOException if that could not be written; the store is as before then
  public boolean remove(byte[] key, int keyAt, int keyLength) throws IOException {
    long hashed = hash.of(key, keyAt, keyLength);
    return shard(hashed).remove(hashed, key, keyAt, keyLength);
  }

  /// Changes a value in one step: no other write to it comes between.
  ///
  /// @return the value before; null if there was none
  /// @throws IOException if it could not be written; the store is as before then
  public byte[] update(byte[] key, int keyAt, int keyLength, Update update) throws IOException {
    long hashed = hash.of(key, keyAt, keyLength);
    return shard(hashed).update(hashed, key, keyAt, keyLength, update);
  }

  /// Removes all records, of one shard after the other: a process killed meanwhile may keep some.
  ///
  /// @throws IOException if that could not be written
  public void clear() throws IOException {
    for (Shard shard : shards) {
      shard.clear();
    }
  }

  /// Returns when everything that this thread wrote before is as safe as the [SyncPolicy] says.
  ///
  /// @throws IOException if it, or something before it, could not be brought to the disk
  public void commit() throws IOException {
    if (sync.kind() == SyncPolicy.Kind.ALWAYS) {
      sync();
    } else if (sync.kind() == SyncPolicy.Kind.INTERVAL) {
      for (Shard shard : shards) {
        shard.files().requireSound();
      }
    }
  }

  /// Returns when everything that was written before is on the disk.
  ///
  /// @throws IOException if it, or something before it, could not be brought to the disk
  public void sync() throws IOException {
    for (Shard shard : shards) {
      shard.files().sync();
    }
  }

  /// How many records there are.
  public long size() {
    long size = 0;
    for (Shard shard : shards) {
      size += shard.records();
    }
    return size;
  }

  /// How large it is.
  public StoreStatistics statistics() {
    return Arrays.stream(shards)
        .map(Shard::statistics)
        .reduce(new StoreStatistics(0, 0, 0, 0, 0), StoreStatistics::plus);
  }

  private void abandon() throws IOException {
    housekeeper.close();
    for (Shard shard : shards) {
      shard.close();
    }
    header.close();
  }

  /// Closes it in order: the next one who opens it knows up to where its logs must reach. Whoever
  /// reads or writes meanwhile gets an `IllegalStateException`. Called again it changes nothing.
  ///
  /// @throws IOException if something could not be brought to the disk
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    housekeeper.close();
    try {
      if (sync.kind() != SyncPolicy.Kind.OS) {
        sync();
      }
    } finally {
      long[] last = new long[shards.length];
      for (int i = 0; i < shards.length; i++) {
        last[i] = shards[i].close();
      }
      header.writeClosed(last);
      header.close();
    }
  }
}
