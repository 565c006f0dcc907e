package dev.loadgen.kv.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.CRC32C;

/// A file of a shard's log, mapped into memory. Its header is 64 bytes, little-endian:
///
/// ```
///  0                8        12       16               24               32
/// +----------------+--------+--------+----------------+----------------+
/// | "LGKVLOG\0"    | version| shard  | extent number  | first sequence |
/// +----------------+--------+--------+----------------+----------------+
/// | store          | bytes  | 0      | forced         | 0     | CRC32C |
/// +----------------+--------+--------+----------------+----------------+
/// 32               40       44       48               56      60       64
/// ```
///
/// Extents of a shard are numbered without gaps. Those up to the number `forced` were on the disk,
/// whole, when this one was begun; 0 if none is known to have been. Records follow, each at a
/// multiple of 8, with sequences without gaps; zeros end them. The shard's writer writes; readers
/// look at records that the index leads to.
final class Extent implements AutoCloseable {
  static final int HEADER_BYTES = 64;
  static final String SUFFIX = ".log";

  /// What a file is called before it is whole.
  static final String UNFINISHED = ".new";

  private static final long MAGIC = 0x00474F4C564B474CL; // "LGKVLOG\0"

  /// What is written at once is kept in one piece by the page cache, if it can: then it is mapped
  /// in large pages.
  private static final int ZERO_BYTES = (int) LargePages.BYTES;

  private static final int PAGE_BYTES = 4096;

  /// What the header says beside the version.
  ///
  /// @param store the random number of the store
  /// @param forced up to which number extents were on the disk
  record Header(long store, int shard, long number, long firstSequence, long forced) {
    /// Of one that is not begun yet.
    static Header of(long store, int shard, long number) {
      return new Header(store, shard, number, 0, 0);
    }

    Header begun(long sequence, long forcedNumber) {
      return new Header(store, shard, number, sequence, forcedNumber);
    }
  }

  private final Path file;
  private final Header header;
  private final Arena arena;
  private final MemorySegment memory;
  private final ByteBuffer bytes;

  private Extent(Path file, Header header, Arena arena, MemorySegment memory) {
    this.file = file;
    this.header = header;
    this.arena = arena;
    this.memory = memory;
    this.bytes = memory.asByteBuffer();
  }

  static String name(long number) {
    return String.format(Locale.ROOT, "%016d%s", number, SUFFIX);
  }

  /// Makes one under another name, until [#begin]: so that a file with the right name is whole.
  ///
  /// Its blocks are taken from the disk now: a write into memory that finds the disk full would not
  /// fail, but be lost, and with it the process.
  ///
  /// @param ahead whether nobody waits for it yet: then its pages are made and touched too
  static Extent prepare(Path directory, Header header, int bytes, boolean ahead)
      throws IOException {
    // Two may be made of one number, when the prepared one is late.
    String suffix = (ahead ? ".ahead" : "") + UNFINISHED;
    Path unfinished = directory.resolve(name(header.number()) + suffix);
    Arena arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      if (ahead || !Blocks.reserve(unfinished, bytes)) {
        fill(channel, bytes);
      }
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
      if (ahead) {
        LargePages.advise(memory); // else a put would wait until a whole one is made
        touch(memory);
      }
      return new Extent(unfinished, header, arena, memory);
    } catch (IOException | RuntimeException e) {
      arena.close();
      Files.deleteIfExists(unfinished);
      throw e;
    }
  }

  /// Gives a prepared one its header and its name.
  ///
  /// @return the same memory, as an extent of the log
  Extent begin(long firstSequence, long forced) throws IOException {
    Path whole = file.resolveSibling(name(header.number()));
    Extent extent = new Extent(whole, header.begun(firstSequence, forced), arena, memory);
    extent.writeHeader();
    Files.move(file, whole, StandardCopyOption.ATOMIC_MOVE);
    return extent;
  }

  private static void fill(FileChannel channel, int bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(bytes, ZERO_BYTES));
    for (int at = 0; at < bytes; at += zeros.capacity()) {
      zeros.clear();
      while (zeros.hasRemaining()) {
        channel.write(zeros, (long) at + zeros.position());
      }
    }
  }

  /// The first write to a page can wait for the file system's journal: better here than in a put.
  private static void touch(MemorySegment memory) {
    for (long at = 0; at < memory.byteSize(); at += PAGE_BYTES) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
    }
  }

  private void writeHeader() {
    memory.set(Handles.LONG, 0, MAGIC);
    memory.set(Handles.INT, 8, StoreHeader.VERSION);
    memory.set(Handles.INT, 12, header.shard());
    memory.set(Handles.LONG, 16, header.number());
    memory.set(Handles.LONG, 24, header.firstSequence());
    memory.set(Handles.LONG, 32, header.store());
    memory.set(Handles.INT, 40, bytes());
    memory.set(Handles.LONG, 48, header.forced());
    memory.set(Handles.INT, 60, headerChecksum());
  }

  private int headerChecksum() {
    CRC32C crc = new CRC32C();
    crc.update(bytes.limit(60).position(0));
    return (int) crc.getValue();
  }

  /// Opens one.
  ///
  /// @param expected what its header must say, but for the first sequence
  /// @param trusted whether the header is believed only if all is right with it; else it is taken
  ///   from the file's name as far as it is wrong
  /// @throws StoreException if the file is not what its name says
  static Extent open(Path file, Header expected, int bytes, boolean trusted) throws IOException {
    Arena arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long size = channel.size();
      if (size != bytes && trusted) {
        throw new StoreException(
            StoreException.Reason.DAMAGED,
            file + " has " + size + " bytes instead of " + bytes + ": it was cut or lengthened");
      }
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
      LargePages.advise(memory);
      Extent read = new Extent(file, expected, arena, memory);
      String wrong = read.wrongHeader();
      if (wrong == null) {
        Header header = expected.begun(memory.get(Handles.LONG, 24), memory.get(Handles.LONG, 48));
        return new Extent(file, header, arena, memory);
      }
      if (!trusted) {
        return new Extent(file, expected, arena, memory);
      }
      throw new StoreException(
          memory.get(Handles.LONG, 0) == MAGIC
                  && memory.get(Handles.INT, 60) == read.headerChecksum()
                  && memory.get(Handles.INT, 8) != StoreHeader.VERSION
              ? StoreException.Reason.OTHER_VERSION
              : StoreException.Reason.DAMAGED,
          file + ": " + wrong);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /// What is wrong with the header; null if nothing is.
  private String wrongHeader() {
    if (memory.get(Handles.LONG, 0) != MAGIC || memory.get(Handles.INT, 60) != headerChecksum()) {
      return "its header is damaged";
    }
    if (memory.get(Handles.INT, 8) != StoreHeader.VERSION) {
      return "it has version "
          + memory.get(Handles.INT, 8)
          + " of the format, this program reads version "
          + StoreHeader.VERSION;
    }
    boolean ours =
        memory.get(Handles.INT, 12) == header.shard()
            && memory.get(Handles.LONG, 16) == header.number()
            && memory.get(Handles.LONG, 32) == header.store()
            && memory.get(Handles.INT, 40) == bytes();
    return ours ? null : "it belongs to another place or another store";
  }

  /// Whether a sound header says that it is of another shard or another store.
  boolean isForeign() {
    return memory.get(Handles.LONG, 0) == MAGIC
        && memory.get(Handles.INT, 60) == headerChecksum()
        && (memory.get(Handles.INT, 12) != header.shard()
            || memory.get(Handles.LONG, 32) != header.store());
  }

  Path file() {
    return file;
  }

  long number() {
    return header.number();
  }

  long firstSequence() {
    return header.firstSequence();
  }

  /// Up to which number extents were on the disk when this one was begun.
  long forced() {
    return header.forced();
  }

  MemorySegment memory() {
    return memory;
  }

  /// The same as a buffer, for checksums. Its position and limit are whoever's used it last, so it
  /// is for the shard's writer alone.
  ByteBuffer buffer() {
    return bytes;
  }

  int bytes() {
    return (int) memory.byteSize();
  }

  /// Returns when this part is on the disk.
  void force(long from, long to) {
    memory.asSlice(from, to - from).force();
  }

  /// Unmaps it; nobody may be reading it.
  @Override
  public void close() {
    arena.close();
  }
}
