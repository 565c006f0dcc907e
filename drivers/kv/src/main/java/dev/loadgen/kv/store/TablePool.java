package dev.loadgen.kv.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/// The memory of an index's tables: slabs of [#TABLES_PER_SLAB], one large page each. The writer
/// asks for the next one when half of the last is taken, so that no put has to wait for it.
///
/// The shard's writer takes and gives back; readers look up slabs of tables whose number they got
/// from the directory, which was published after the slab was. Bounded by [#MOST_TABLES].
final class TablePool implements AutoCloseable {
  /// A power of two.
  static final int SLOTS = 2048;

  static final int SLOT_BITS = 11;
  private static final int TABLES_PER_SLAB = (int) (LargePages.BYTES / (SLOTS * Long.BYTES));
  private static final int SLAB_BITS = Integer.numberOfTrailingZeros(TABLES_PER_SLAB);
  private static final int MOST_TABLES = 1 << 18;
  private static final long TABLE_BYTES = (long) SLOTS * Long.BYTES;

  private record Retired(int table, long epoch) {}

  private final Arena arena = Arena.ofShared();
  private final MemorySegment[] slabs = new MemorySegment[MOST_TABLES / TABLES_PER_SLAB];
  private final Deque<Retired> retired = new ArrayDeque<>();
  private final Deque<Integer> free = new ArrayDeque<>();
  private final Epochs epochs;
  private int made;
  private MemorySegment spare; // the next slab
  private boolean spareWanted;

  TablePool(Epochs epochs) {
    this.epochs = epochs;
  }

  /// Whether that many more tables can be had.
  boolean has(int tables) {
    reuse();
    return free.size() + (MOST_TABLES - made) >= tables;
  }

  /// An empty table. There must be one: see [#has].
  int take() {
    reuse();
    Integer used = free.poll();
    if (used != null) {
      slab(used).asSlice(offset(used, 0), TABLE_BYTES).fill((byte) 0);
      return used;
    }
    int slab = made >>> SLAB_BITS;
    if (slabs[slab] == null) {
      slabs[slab] = spare != null ? spare : makeSlab();
      spare = null;
      spareWanted = false;
    }
    return made++;
  }

  /// Whether the next slab should be made: asked for once.
  boolean wantsSlab() {
    boolean half = (made & (TABLES_PER_SLAB - 1)) >= TABLES_PER_SLAB / 2;
    if (!half || spareWanted || made + TABLES_PER_SLAB > MOST_TABLES) {
      return false;
    }
    spareWanted = true;
    return true;
  }

  /// Makes a slab; any thread may.
  ///
  /// @throws IllegalStateException if the pool is closed
  MemorySegment makeSlab() {
    return LargePages.allocate(arena);
  }

  /// Takes a slab that was made; if it comes too late it is left unused for the one after.
  void offerSlab(MemorySegment slab) {
    spare = slab;
    spareWanted = true;
  }

  /// Nobody can find the table any more, but readers may still be in it.
  void retire(int table) {
    retired.add(new Retired(table, epochs.retire()));
  }

  private void reuse() {
    while (!retired.isEmpty() && epochs.hasPassed(retired.peek().epoch())) {
      free.add(retired.remove().table());
    }
  }

  long get(int table, int slot) {
    return (long) Handles.LONGS.getAcquire(slab(table), offset(table, slot));
  }

  void set(int table, int slot, long value) {
    Handles.LONGS.setRelease(slab(table), offset(table, slot), value);
  }

  private MemorySegment slab(int table) {
    return slabs[table >>> SLAB_BITS];
  }

  private static long offset(int table, int slot) {
    return (((long) (table & (TABLES_PER_SLAB - 1)) << SLOT_BITS) | slot) << 3;
  }

  /// The memory that was taken.
  long bytes() {
    return (long) ((made + TABLES_PER_SLAB - 1) >>> SLAB_BITS) * TABLE_BYTES * TABLES_PER_SLAB;
  }

  @Override
  public void close() {
    arena.close();
  }
}
