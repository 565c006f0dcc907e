package dev.loadgen.kv.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Reads a shard's log from its beginning, checks every record, and tells each to a [Listener].
///
/// A killed process leaves at most one unfinished write, at the very end of the log: it was never
/// acknowledged, and is erased. Everything else that is not as it was written is damage: the store
/// is refused, unless it is to be repaired, which leaves out what cannot be read.
final class Replay {
  /// Takes the records in the order in which they were written.
  interface Listener {
    void record(MemorySegment memory, int at, long address) throws IOException;
  }

  private final Path directory;
  private final StoreHeader store;
  private final int shard;
  private final boolean repair;
  private final Log log;
  private final Listener listener;
  private final CRC32C crc = new CRC32C();
  private final List<String> notes = new ArrayList<>();
  private long sequence; // the next expected; 0 before the first extent
  private long records;
  private boolean damaged;

  Replay(Path directory, StoreHeader store, int shard, boolean repair, Log log, Listener listener) {
    this.directory = directory;
    this.store = store;
    this.shard = shard;
    this.repair = repair;
    this.log = log;
    this.listener = listener;
  }

  /// Reads all, and leaves the log ready to be appended to.
  ///
  /// @throws StoreException if it is damaged, and not to be repaired
  void run() throws IOException {
    int end = 0;
    List<Path> files = files();
    for (int i = 0; i < files.size(); i++) {
      Extent extent = open(files.get(i));
      if (extent != null) {
        checkChain(extent);
        boolean last = i == files.size() - 1;
        int place = log.add(extent).place();
        end = extent.isForeign() ? Extent.HEADER_BYTES : read(extent, place, last);
      }
    }
    checkEnd();
    if (damaged || end == 0) {
      log.resume(Math.max(1, sequence)); // nothing more is written into an extent with holes
    } else {
      log.resume(end, sequence);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      List<Path> files = new ArrayList<>();
      for (Path file : all.sorted().toList()) {
        if (file.toString().endsWith(Extent.UNFINISHED)) {
          Files.delete(file); // prepared, and never part of the log
        } else if (file.toString().endsWith(Extent.SUFFIX)) {
          files.add(file);
        }
      }
      return files;
    }
  }

  private Extent open(Path file) throws IOException {
    Extent.Header expected =
        Extent.Header.of(store.store(), shard, number(file)).begun(sequence, 0);
    try {
      return Extent.open(file, expected, store.extentBytes(), true);
    } catch (StoreException e) {
      if (!repair || e.reason() != StoreException.Reason.DAMAGED) {
        throw e;
      }
      damage(e.getMessage());
      return Extent.open(file, expected, store.extentBytes(), false);
    }
  }

  private static long number(Path file) throws StoreException {
    String name = file.getFileName().toString();
    try {
      return Long.parseLong(name.substring(0, name.length() - Extent.SUFFIX.length()));
    } catch (NumberFormatException e) {
      throw new StoreException(
          StoreException.Reason.DAMAGED, file + " does not belong to a store", e);
    }
  }

  private void checkChain(Extent extent) throws StoreException {
    Log.Placed before = log.extents().peekLast();
    if (before != null && extent.number() != before.extent().number() + 1) {
      damage(extent.file() + ": the extent before it is missing");
    } else if (before != null && extent.firstSequence() != sequence) {
      damage(
          before.extent().file()
              + " ends with record "
              + (sequence - 1)
              + ", but the next extent begins with "
              + extent.firstSequence());
    }
    sequence = Math.max(sequence, extent.firstSequence());
  }

  /// Reads an extent.
  ///
  /// @return where its records end
  private int read(Extent extent, int place, boolean last) throws IOException {
    MemorySegment memory = extent.memory();
    ByteBuffer bytes = extent.buffer();
    int at = Extent.HEADER_BYTES;
    while (true) {
      while (hasRoom(at)
          && RecordLayout.isSound(crc, memory, bytes, at)
          && RecordLayout.sequence(memory, at) == sequence) {
        listener.record(memory, at, log.address(place, at));
        records++;
        sequence++;
        at += RecordLayout.paddedBytes(RecordLayout.length(memory, at));
      }
      if (isZero(memory, at)) {
        return at;
      }
      int next = nextSound(extent, at);
      if (next < 0 && last && !belongsToClosed(sequence)) {
        eraseTail(extent, at);
        return at;
      }
      damage(extent.file() + ": record " + sequence + ", at byte " + at + ", is damaged");
      if (next < 0) {
        return at;
      }
      sequence = RecordLayout.sequence(memory, next);
      at = next;
    }
  }

  private boolean hasRoom(int at) {
    return at <= store.extentBytes() - RecordLayout.HEADER_BYTES;
  }

  private static boolean isZero(MemorySegment memory, int from) {
    for (long at = from; at < memory.byteSize(); at += Long.BYTES) {
      if (memory.get(Handles.LONG, at) != 0) {
        return false;
      }
    }
    return true;
  }

  /// Where the next record is that can be read and is not older than expected; -1 if there is none.
  private int nextSound(Extent extent, int from) {
    for (int at = from; hasRoom(at); at += Long.BYTES) {
      if (RecordLayout.sequence(extent.memory(), at) >= sequence
          && RecordLayout.isSound(crc, extent.memory(), extent.buffer(), at)) {
        return at;
      }
    }
    return -1;
  }

  /// Whether that record was there when the store was closed. One that is not was written after the
  /// store was opened again: a loss of power may have taken the header back to what it was before.
  private boolean belongsToClosed(long number) {
    return store.wasClosed() && number <= store.lastSequence(shard);
  }

  /// What was being written when the process was killed.
  private void eraseTail(Extent extent, int at) {
    notes.add(
        extent.file() + ": erased an unfinished write at byte " + at + ", which nobody relied on");
    extent.memory().asSlice(at).fill((byte) 0);
  }

  private void checkEnd() throws StoreException {
    if (belongsToClosed(Math.max(1, sequence))) {
      damage(
          directory
              + " ends with record "
              + (Math.max(1, sequence) - 1)
              + ", but was closed after record "
              + store.lastSequence(shard));
    }
  }

  private void damage(String sentence) throws StoreException {
    if (!repair) {
      throw new StoreException(
          StoreException.Reason.DAMAGED,
          sentence + "; opened with repair, the store keeps what can still be read");
    }
    damaged = true;
    notes.add(sentence + "; left out what cannot be read");
  }

  /// What was found, in sentences; empty if all was in order.
  List<String> notes() {
    return notes;
  }

  /// How many records were read.
  long records() {
    return records;
  }

  /// Whether something was left out.
  boolean isDamaged() {
    return damaged;
  }
}
