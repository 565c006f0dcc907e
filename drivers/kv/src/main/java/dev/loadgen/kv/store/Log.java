package dev.loadgen.kv.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.zip.CRC32C;

/// A shard's log: extents in a row, of which the last, the head, is appended to.
///
/// An address is a place and an offset, in units of 8 bytes. An extent keeps its place while it
/// lives; the place of one that was retired is used again once no reader can be in it.
///
/// The shard's writer, under the shard's lock, does everything but [#hasKey] and [#memory], which
/// readers call under an [Epochs.Pin] with addresses that the index gave them.
final class Log {
  private static final VarHandle PLACES = Handles.field(Log.class, "places", MemorySegment[].class);
  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(MemorySegment[].class);
  private static final int LINE_BYTES = 64;
  private static final int BEGUN_PART = 16;

  /// An extent at its place.
  record Placed(Extent extent, int place) {}

  /// A part of an extent that may not be on the disk yet.
  record Span(Extent extent, int from, int to) {}

  private record Retired(Placed placed, long epoch) {}

  private final Path directory;
  private final StoreHeader store;
  private final int shard;
  private final Epochs epochs;
  private final int offsetBits; // of an address, in units of 8 bytes
  private final CRC32C crc = new CRC32C();
  private final Deque<Placed> extents = new ArrayDeque<>();
  private final Deque<Retired> retired = new ArrayDeque<>();
  private final Deque<Integer> freePlaces = new ArrayDeque<>();
  private MemorySegment[] places = new MemorySegment[16];
  private int placesUsed;

  private Placed head;
  private int headOffset;
  private long nextSequence = 1;
  private Extent spare;
  private boolean spareWanted;

  // Up to here all is on the disk, or about to be.
  private Placed syncedExtent;
  private int syncedOffset;

  private long forced; // the number of an extent: those up to it are on the disk

  Log(Path directory, StoreHeader store, int shard, Epochs epochs) {
    this.directory = directory;
    this.store = store;
    this.shard = shard;
    this.epochs = epochs;
    this.offsetBits = Integer.numberOfTrailingZeros(store.extentBytes()) - 3;
  }

  // Readers and the writer.

  MemorySegment memory(long address) {
    MemorySegment[] all = (MemorySegment[]) PLACES.getAcquire(this);
    return (MemorySegment) PLACE.getAcquire(all, (int) (address >>> offsetBits));
  }

  long offset(long address) {
    return (address & ((1L << offsetBits) - 1)) << 3;
  }

  /// Reads the record's first word, and the one a cache line further on if that is there.
  long touch(long address) {
    MemorySegment memory = memory(address);
    long at = offset(address);
    long next = Math.min(at + LINE_BYTES, memory.byteSize() - Long.BYTES);
    return RecordLayout.word(memory, at) ^ RecordLayout.word(memory, next);
  }

  boolean hasKey(long address, byte[] key, int offset, int length) {
    return RecordLayout.hasKey(memory(address), offset(address), key, offset, length);
  }

  // The writer.

  long address(int place, int at) {
    return ((long) place << offsetBits) | (at >>> 3);
  }

  /// How much of the log the record takes.
  int paddedBytes(long address) {
    return RecordLayout.paddedBytes(RecordLayout.length(memory(address), offset(address)));
  }

  /// Takes an extent in as the newest.
  Placed add(Extent extent) throws IOException {
    Integer free = freePlaces.poll();
    int place = free == null ? placesUsed : free;
    if (place >= 1 << (Slot.ADDRESS_BITS - offsetBits)) {
      throw new StoreException(
          StoreException.Reason.FULL, directory + " is full: it has " + place + " extents");
    }
    if (free == null) {
      placesUsed++;
      if (place == places.length) {
        PLACES.setRelease(this, Arrays.copyOf(places, places.length * 2));
      }
    }
    PLACE.setRelease(places, place, extent.memory());
    Placed placed = new Placed(extent, place);
    extents.add(placed);
    return placed;
  }

  /// Appending goes on in the newest extent.
  ///
  /// @param offset where its records end
  void resume(int offset, long sequence) {
    head = extents.getLast();
    headOffset = offset;
    nextSequence = sequence;
    forced = head.extent().forced();
    syncForced();
  }

  /// Appending goes on in a new extent.
  void resume(long sequence) throws IOException {
    nextSequence = sequence;
    forced = extents.isEmpty() ? 0 : extents.getLast().extent().forced();
    roll();
    syncForced();
  }

  /// What was written by processes before this one is on the disk only as far as they said so.
  private void syncForced() {
    syncedExtent =
        extents.stream()
            .filter(placed -> placed.extent().number() > forced)
            .findFirst()
            .orElseThrow();
    syncedOffset = 0;
  }

  /// An extent that is not appended to any more is on the disk, and so are all before it.
  boolean forced(Extent extent) {
    forced = Math.max(forced, extent.number());
    return true;
  }

  /// Appends a record.
  ///
  /// @return its address
  /// @throws IOException if there is no room for it; nothing was changed then
  long append(byte kind, byte[] key, int keyAt, int keyLength, byte[] value, int valueAt, int size)
      throws IOException {
    int length = RecordLayout.HEADER_BYTES + keyLength + size;
    int at = reserve(length);
    MemorySegment memory = head.extent().memory();
    RecordLayout.writeBody(memory, at, nextSequence, kind, keyLength);
    long body = (long) at + RecordLayout.HEADER_BYTES;
    MemorySegment.copy(key, keyAt, memory, ValueLayout.JAVA_BYTE, body, keyLength);
    if (size > 0) {
      MemorySegment.copy(value, valueAt, memory, ValueLayout.JAVA_BYTE, body + keyLength, size);
    }
    return publish(at, length);
  }

  /// Appends a record once more.
  ///
  /// @return the copy's address
  long appendCopy(MemorySegment source, long from) throws IOException {
    int length = RecordLayout.length(source, from);
    int at = reserve(length);
    MemorySegment memory = head.extent().memory();
    MemorySegment.copy(source, from + Long.BYTES, memory, (long) at + Long.BYTES, length - 8L);
    byte kind = RecordLayout.kind(source, from);
    RecordLayout.writeBody(memory, at, nextSequence, kind, RecordLayout.keyLength(source, from));
    return publish(at, length);
  }

  private long publish(int at, int length) {
    Extent extent = head.extent();
    int checksum = RecordLayout.checksum(crc, extent.buffer(), at, length);
    RecordLayout.publish(extent.memory(), at, length, checksum);
    headOffset = at + RecordLayout.paddedBytes(length);
    nextSequence++;
    return address(head.place(), at);
  }

  private int reserve(int length) throws IOException {
    if (headOffset + RecordLayout.paddedBytes(length) > store.extentBytes()) {
      roll();
    }
    return headOffset;
  }

  private void roll() throws IOException {
    long number = extents.isEmpty() ? 1 : extents.getLast().extent().number() + 1;
    Extent prepared = spare != null ? spare : prepare(number, false);
    spare = null;
    spareWanted = false;
    head = add(prepared.begin(nextSequence, forced));
    headOffset = Extent.HEADER_BYTES;
  }

  /// Makes a file for an extent; any thread may.
  Extent prepare(long number, boolean ahead) throws IOException {
    return Extent.prepare(
        directory, Extent.Header.of(store.store(), shard, number), store.extentBytes(), ahead);
  }

  /// The number of the extent that should be prepared, because the head is begun: shards fill
  /// theirs about at the same time, and one housekeeper prepares for all; 0 if none. Asked for
  /// once.
  long wantsSpare() {
    if (spareWanted || spare != null || headOffset < store.extentBytes() / BEGUN_PART) {
      return 0;
    }
    spareWanted = true;
    return head.extent().number() + 1;
  }

  /// Takes an extent that was prepared.
  ///
  /// @return false if it comes too late
  boolean offerSpare(Extent prepared) {
    if (!spareWanted || prepared.number() != head.extent().number() + 1) {
      return false;
    }
    spare = prepared;
    return true;
  }

  /// None could be prepared.
  boolean forgetSpare() {
    spareWanted = false;
    return true;
  }

  /// The extents, oldest first.
  Deque<Placed> extents() {
    return extents;
  }

  /// The number of the newest extent.
  long newest() {
    return head.extent().number();
  }

  boolean isHead(Placed placed) {
    return placed.place() == head.place();
  }

  int headOffset() {
    return headOffset;
  }

  long nextSequence() {
    return nextSequence;
  }

  /// What the extents take on the disk, but for those that are about to be deleted.
  long bytes() {
    return (long) extents.size() * store.extentBytes();
  }

  /// What its files take on the disk: the extents and the one that is prepared.
  long fileBytes() {
    return bytes() + (spare == null ? 0 : store.extentBytes());
  }

  /// Takes the oldest extent out of the log: nothing leads to it any more.
  void retireOldest() {
    Placed oldest = extents.removeFirst();
    if (syncedExtent.equals(oldest)) {
      syncedExtent = extents.getFirst();
      syncedOffset = 0;
    }
    retired.add(new Retired(oldest, epochs.retire()));
  }

  boolean hasRetired() {
    return !retired.isEmpty();
  }

  /// The oldest retired extent that no reader can be in any more; null if there is none.
  Placed pollUnread() {
    return !retired.isEmpty() && epochs.hasPassed(retired.peek().epoch())
        ? retired.remove().placed()
        : null;
  }

  /// The place of a retired extent, which was unmapped, can be used again.
  void freePlace(int place) {
    PLACE.setRelease(places, place, null);
    freePlaces.add(place);
  }

  /// What may not be on the disk yet. The caller forces it.
  List<Span> takeUnsynced() {
    List<Span> spans = new ArrayList<>();
    boolean behind = false;
    for (Placed placed : extents) {
      behind |= placed.equals(syncedExtent);
      if (behind) {
        int from = placed.equals(syncedExtent) ? syncedOffset : 0;
        int to = isHead(placed) ? headOffset : store.extentBytes();
        if (to > from) {
          spans.add(new Span(placed.extent(), from, to));
        }
      }
    }
    syncedExtent = head;
    syncedOffset = headOffset;
    return spans;
  }

  /// Unmaps everything.
  void close() throws IOException {
    for (Placed placed : extents) {
      placed.extent().close();
    }
    for (Retired gone : retired) {
      gone.placed().extent().close();
    }
    if (spare != null) {
      spare.close();
      Files.deleteIfExists(spare.file());
    }
  }
}
