package dev.loadgen.kv.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// From a key's hash to the record's address: small tables with open addressing and linear probing
/// behind a directory that is doubled when needed (extendible hashing: Fagin, Nievergelt,
/// Pippenger, Strong 1979).
///
/// ```
///  hash: | directory: depth bits | home: 11 bits | rest of the tag | …   | shard |
///         |
///         v
///  directory [ t0 | t0 | t7 | t3 ]     an entry for each value of the upper `depth` bits
///               \   /     |    |
///               +---+   +---+ +---+
///               |   |   |   | |   |    tables of 2048 slots; one that fills up is divided
///               +---+   +---+ +---+    in two, which moves at most 1,640 slots
/// ```
///
/// So growing never stops anything for longer than the division of one table. The order of tables
/// and homes is that of the hashes, which makes a position in the space of hashes a cursor that
/// stays good whatever is divided meanwhile.
///
/// One writer at a time (the shard's lock), any number of readers without locks under an
/// [Epochs.Pin]. A slot that was used for a key is never used for another one: what was removed is
/// left as a mark until the table is made anew, and the old table is retired. So whoever found a
/// slot for a key may read it again.
final class Index implements AutoCloseable {
  private static final VarHandle DIRECTORY = Handles.field(Index.class, "directory", int[].class);
  private static final VarHandle ENTRIES = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int SLOTS = TablePool.SLOTS;
  private static final int MOST_USED = SLOTS * 4 / 5;

  /// So that the tag holds what finds the home.
  private static final int MOST_DEPTH = Slot.TAG_BITS - TablePool.SLOT_BITS;

  // An entry is a table's number, then its depth: how many upper bits its hashes have in common.
  private static final int DEPTH_BITS = 5;

  private final TablePool pool;
  private int[] directory; // its length is 2^depth
  private int[] used = new int[64]; // slots that are not empty, by table; the writer's alone

  Index(Epochs epochs) {
    pool = new TablePool(epochs);
    directory = new int[] {pool.take() << DEPTH_BITS};
  }

  private static int entryOf(int[] entries, long tag) {
    int depth = Integer.numberOfTrailingZeros(entries.length);
    return (int) ENTRIES.getAcquire(entries, (int) (tag >>> (Slot.TAG_BITS - depth)));
  }

  private int entryOf(long tag) {
    return entryOf((int[]) DIRECTORY.getAcquire(this), tag);
  }

  private static int tableOf(int entry) {
    return entry >>> DEPTH_BITS;
  }

  private static int depthOf(int entry) {
    return entry & ((1 << DEPTH_BITS) - 1);
  }

  private static int home(int entry, long tag) {
    return (int) (tag >>> (MOST_DEPTH - depthOf(entry))) & (SLOTS - 1);
  }

  private static long position(int entry, int slot) {
    return (long) tableOf(entry) << TablePool.SLOT_BITS | slot;
  }

  /// The position of the key's slot; -1 if there is none. For readers and the writer.
  long position(long hash, Log log, byte[] key, int offset, int length) {
    long tag = Slot.tag(hash);
    int entry = entryOf(tag);
    int table = tableOf(entry);
    for (int slot = home(entry, tag); ; slot = (slot + 1) & (SLOTS - 1)) {
      long content = pool.get(table, slot);
      if (content == Slot.EMPTY) {
        return -1;
      }
      if (Slot.tagOf(content) == tag
          && Slot.isLive(content)
          && log.hasKey(Slot.addressOf(content), key, offset, length)) {
        return position(entry, slot);
      }
    }
  }

  /// Begins to bring the slot of a hash, and the record that it may lead to, into the caches: the
  /// processor does not wait for what nothing depends on.
  ///
  /// @return what was read, to be kept somewhere, else the compiler would leave it out
  long touch(long hash, Log log) {
    long tag = Slot.tag(hash);
    int entry = entryOf(tag);
    int slot = home(entry, tag);
    long content = pool.get(tableOf(entry), slot);
    while (content != Slot.EMPTY && Slot.tagOf(content) != tag) {
      slot = (slot + 1) & (SLOTS - 1);
      content = pool.get(tableOf(entry), slot);
    }
    return Slot.isLive(content) ? log.touch(Slot.addressOf(content)) : content;
  }

  /// Begins to bring the slot of a hash into the caches.
  ///
  /// @return as [#touch]
  long touchSlot(long hash) {
    long tag = Slot.tag(hash);
    int entry = entryOf(tag);
    return pool.get(tableOf(entry), home(entry, tag));
  }

  /// The position of the slot that leads to this address; -1 if there is none. For the writer.
  long positionOf(long hash, long address) {
    long tag = Slot.tag(hash);
    int entry = entryOf(tag);
    long wanted = Slot.of(tag, address);
    for (int slot = home(entry, tag); ; slot = (slot + 1) & (SLOTS - 1)) {
      long content = pool.get(tableOf(entry), slot);
      if (content == wanted) {
        return position(entry, slot);
      }
      if (content == Slot.EMPTY) {
        return -1;
      }
    }
  }

  /// Where the record of that position is now; [Slot#REMOVED] if it was removed since.
  long addressAt(long position) {
    return Slot.addressOf(
        pool.get((int) (position >>> TablePool.SLOT_BITS), (int) position & (SLOTS - 1)));
  }

  /// The record of a key has another address now. For the writer.
  void replace(long position, long hash, long address) {
    set(position, Slot.of(Slot.tag(hash), address));
  }

  /// The key is there no more. For the writer.
  void remove(long position) {
    set(position, Slot.REMOVED);
  }

  private void set(long position, long content) {
    pool.set((int) (position >>> TablePool.SLOT_BITS), (int) position & (SLOTS - 1), content);
  }

  /// Makes sure that [#insert] of this hash finds room. For the writer.
  ///
  /// @return false if the index is full
  boolean makeRoom(long hash) {
    long tag = Slot.tag(hash);
    int entry = entryOf(tag);
    while (used[tableOf(entry)] >= MOST_USED) {
      if (!pool.has(2) || !renew(entry, tag)) {
        return false;
      }
      entry = entryOf(tag);
    }
    return true;
  }

  /// Adds a key that is not there; there must be room.
  void insert(long hash, long address) {
    long tag = Slot.tag(hash);
    int entry = entryOf(tag);
    pool.set(tableOf(entry), emptySlot(entry, tag), Slot.of(tag, address));
    used[tableOf(entry)]++;
  }

  private int emptySlot(int entry, long tag) {
    int slot = home(entry, tag);
    while (pool.get(tableOf(entry), slot) != Slot.EMPTY) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }

  /// Puts one or two new tables in the place of one that is used up: one if that frees enough of
  /// it.
  ///
  /// @return false if that is not possible
  private boolean renew(int entry, long tag) {
    int live = live(tableOf(entry));
    boolean divided = live > MOST_USED / 2;
    int depth = depthOf(entry);
    if (divided && depth == MOST_DEPTH) {
      if (live >= MOST_USED) {
        return false;
      }
      divided = false;
    }
    int newDepth = divided ? depth + 1 : depth;
    int lower = pool.take() << DEPTH_BITS | newDepth;
    int upper = divided ? pool.take() << DEPTH_BITS | newDepth : lower;
    reset(lower);
    reset(upper);
    long bit = 1L << (Slot.TAG_BITS - newDepth);
    for (int slot = 0; slot < SLOTS; slot++) {
      long content = pool.get(tableOf(entry), slot);
      if (Slot.isLive(content)) {
        long moved = Slot.tagOf(content);
        int to = divided && (moved & bit) != 0 ? upper : lower;
        pool.set(tableOf(to), emptySlot(to, moved), content);
        used[tableOf(to)]++;
      }
    }
    publish(tag, depth, lower, upper);
    pool.retire(tableOf(entry));
    return true;
  }

  private int live(int table) {
    int live = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      live += Slot.isLive(pool.get(table, slot)) ? 1 : 0;
    }
    return live;
  }

  private void reset(int entry) {
    int table = tableOf(entry);
    if (table >= used.length) {
      used = Arrays.copyOf(used, Math.max(table + 1, used.length * 2));
    }
    used[table] = 0;
  }

  /// Leads all hashes that begin as the tag does, in `depth` bits, to the new tables.
  private void publish(long tag, int depth, int lower, int upper) {
    int[] entries = directory;
    int bits = Integer.numberOfTrailingZeros(entries.length);
    if (depthOf(lower) > bits) {
      int[] doubled = new int[entries.length * 2];
      for (int i = 0; i < doubled.length; i++) {
        doubled[i] = entries[i >>> 1];
      }
      entries = doubled;
      bits++;
    }
    int count = 1 << (bits - depth);
    int first = (int) (tag >>> (Slot.TAG_BITS - depth)) << (bits - depth);
    for (int i = 0; i < count; i++) {
      ENTRIES.setRelease(entries, first + i, i < (count + 1) / 2 ? lower : upper);
    }
    DIRECTORY.setRelease(this, entries);
  }

  /// Visits the addresses of the keys whose tags are not below `from`, in the order of their homes,
  /// at least `count` of them if there are so many, and stops between two homes. For readers.
  ///
  /// @return the tag from which to go on; 2^28 at the end
  long scan(long from, int count, LongConsumer visitor) {
    long tag = from;
    int visited = 0;
    while (tag < 1L << Slot.TAG_BITS && visited < count) {
      int entry = entryOf(tag);
      int shift = MOST_DEPTH - depthOf(entry); // a home has 2^shift tags
      int home = home(entry, tag);
      for (; home < SLOTS && visited < count; home++) {
        visited += visit(entry, home, visitor);
        tag = ((tag >>> shift) + 1) << shift;
      }
    }
    return tag;
  }

  /// Visits what has this home.
  private int visit(int entry, int home, LongConsumer visitor) {
    int visited = 0;
    long content = pool.get(tableOf(entry), home);
    for (int slot = home; content != Slot.EMPTY; ) {
      if (Slot.isLive(content) && home(entry, Slot.tagOf(content)) == home) {
        visitor.accept(Slot.addressOf(content));
        visited++;
      }
      slot = (slot + 1) & (SLOTS - 1);
      content = pool.get(tableOf(entry), slot);
    }
    return visited;
  }

  /// The memory of its tables. For the writer, but for [TablePool#makeSlab].
  TablePool pool() {
    return pool;
  }

  /// The memory that it takes.
  long bytes() {
    return pool.bytes();
  }

  /// Frees the memory; no reader may be in it.
  @Override
  public void close() {
    pool.close();
  }
}
