package dev.loadgen.kv.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.zip.CRC32C;

/// The file `store.kv`: what all shards have in common, and the lock against a second process.
/// Little-endian, 4096 bytes:
///
/// ```
///  0                8        12       16               24
/// +----------------+--------+--------+----------------+
/// | "LGKVHEAD"     | version| shards | store          |
/// +----------------+--------+--------+----------------+--------+ - - - +--------+
/// | secret 1       | secret 2        | extent bytes   | 0               | CRC32C |
/// +----------------+-----------------+----------------+ - - - - - - - -+--------+
/// 24               32                40               44               508   512
///
///  512              520                                        2568   2572
/// +----------------+----------------+ - - - +----------------+--------+
/// | closed: 1      | last sequence  |       | last sequence  | CRC32C |   one for each shard, else 0
/// |                | of shard 0     |       | of shard 255   |        |
/// +----------------+----------------+ - - - +----------------+--------+
/// ```
///
/// The first part is written once. The second says up to where a store that was closed in order
/// must reach; its first word is 0 while the store is open.
final class StoreHeader implements AutoCloseable {
  /// The version of the format, of this file and of the extents.
  static final int VERSION = 1;

  static final String FILE = "store.kv";

  private static final long MAGIC = 0x44414548564B474CL; // "LGKVHEAD"
  private static final int BYTES = 4096;
  private static final int CLOSED_AT = 512;
  private static final int CLOSED_BYTES = 8 + StoreOptions.MOST_SHARDS * 8;

  private final FileChannel channel;
  private final int shards;
  private final int extentBytes;
  private final long store;
  private final KeyHash hash;
  private final long[] lastSequences;

  private StoreHeader(FileChannel channel, ByteBuffer content) {
    this.channel = channel;
    this.shards = content.getInt(12);
    this.store = content.getLong(16);
    this.hash = new KeyHash(content.getLong(24), content.getLong(32));
    this.extentBytes = content.getInt(40);
    this.lastSequences = lastSequences(content, shards);
  }

  /// Opens the file, or makes it, and takes the lock.
  ///
  /// @throws StoreException if someone else has the lock, or the file is not sound
  static StoreHeader open(StoreOptions options) throws IOException {
    try {
      Directories.make(options.directory());
    } catch (FileAlreadyExistsException e) { // which says no more than its name
      throw new IOException(options.directory() + " is no directory", e);
    }
    Path file = options.directory().resolve(FILE);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(channel, file);
      ByteBuffer content = read(channel);
      if (content.limit() == 0 && !Files.exists(Shard.directory(options.directory(), 0))) {
        content = fresh(options);
        channel.write(content.duplicate(), 0);
        channel.force(true);
      }
      check(content, file);
      return new StoreHeader(channel, content);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void lock(FileChannel channel, Path file) throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      throw new StoreException(
          StoreException.Reason.IN_USE, file.getParent() + " is already open in this process", e);
    }
    if (lock == null) {
      throw new StoreException(
          StoreException.Reason.IN_USE, file.getParent() + " is in use by another process");
    }
  }

  private static ByteBuffer read(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int read = 0;
    while (content.hasRemaining() && read >= 0) {
      read = channel.read(content, content.position());
    }
    return content.flip();
  }

  private static ByteBuffer fresh(StoreOptions options) {
    SecureRandom random = new SecureRandom();
    ByteBuffer content = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    content.putLong(0, MAGIC).putInt(8, VERSION).putInt(12, options.shards());
    content.putLong(16, random.nextLong());
    content.putLong(24, random.nextLong()).putLong(32, random.nextLong());
    content.putInt(40, options.extentBytes());
    return content.putInt(CLOSED_AT - 4, checksum(content, 0, CLOSED_AT - 4));
  }

  private static void check(ByteBuffer content, Path file) throws StoreException {
    if (content.limit() < BYTES) {
      throw new StoreException(
          StoreException.Reason.DAMAGED,
          file + " has " + content.limit() + " bytes instead of " + BYTES);
    }
    if (content.getLong(0) != MAGIC) {
      throw new StoreException(
          StoreException.Reason.DAMAGED, file + " is not the header of a store");
    }
    if (content.getInt(CLOSED_AT - 4) != checksum(content, 0, CLOSED_AT - 4)) {
      throw new StoreException(StoreException.Reason.DAMAGED, file + " is damaged");
    }
    if (content.getInt(8) != VERSION) {
      throw new StoreException(
          StoreException.Reason.OTHER_VERSION,
          file
              + " has version "
              + content.getInt(8)
              + " of the format, this program reads version "
              + VERSION);
    }
  }

  private static int checksum(ByteBuffer content, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(content.duplicate().limit(to).position(from));
    return (int) crc.getValue();
  }

  /// Null if the store was not closed in order.
  private static long[] lastSequences(ByteBuffer content, int shards) {
    int end = CLOSED_AT + CLOSED_BYTES;
    if (content.getLong(CLOSED_AT) != 1
        || content.getInt(end) != checksum(content, CLOSED_AT, end)) {
      return null;
    }
    long[] last = new long[shards];
    for (int i = 0; i < shards; i++) {
      last[i] = content.getLong(CLOSED_AT + 8 + i * 8);
    }
    return last;
  }

  int shards() {
    return shards;
  }

  int extentBytes() {
    return extentBytes;
  }

  /// The random number that tells the files of one store from those of another.
  long store() {
    return store;
  }

  KeyHash hash() {
    return hash;
  }

  /// Whether the store was closed in order before it was opened.
  boolean wasClosed() {
    return lastSequences != null;
  }

  /// The last sequence of a shard in a store that was closed in order.
  long lastSequence(int shard) {
    return lastSequences[shard];
  }

  /// From now on the logs may be longer.
  void writeOpened() throws IOException {
    channel.write(ByteBuffer.allocate(8), CLOSED_AT);
  }

  /// The store is closed in order.
  ///
  /// @param last the last sequence of each shard
  void writeClosed(long[] last) throws IOException {
    ByteBuffer content =
        ByteBuffer.allocate(CLOSED_BYTES + 4).order(ByteOrder.LITTLE_ENDIAN).putLong(0, 1);
    for (int i = 0; i < last.length; i++) {
      content.putLong(8 + i * 8, last[i]);
    }
    content.putInt(CLOSED_BYTES, checksum(content, 0, CLOSED_BYTES));
    channel.write(content, CLOSED_AT);
  }

  /// Gives the lock back.
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
