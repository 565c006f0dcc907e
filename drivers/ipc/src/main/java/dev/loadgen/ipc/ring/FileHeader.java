package dev.loadgen.ipc.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// The first page of a ring file: what the rest of it is. Written once, before the file has its
/// name; only read from then on.
///
/// ```
///   0               8         12        16        20        24              32        40     4096
///   +---------------+---------+---------+---------+---------+---------------+---------+- - - -+
///   | magic         | version | kind    | message | rings   | capacity      | file    | zero  |
///   | "LDGNRING"    | u32     | u32     | bytes   | u32     | u64           | bytes   |       |
///   +---------------+---------+---------+---------+---------+---------------+---------+- - - -+
/// ```
///
/// Numbers are in the machine's byte order: the magic number, read as a number, shows when a file
/// is from a machine of the other.
final class FileHeader {
  /// A page, so that each ring begins on one.
  static final long BYTES = 4096;

  /// `LDGNRING`, read as a little-endian number.
  static final long MAGIC = 0x474E_4952_4E47_444CL;

  static final int VERSION = 1;

  private static final long MAGIC_AT = 0;
  private static final long VERSION_AT = 8;
  private static final long KIND_AT = 12;
  private static final long MESSAGE_BYTES_AT = 16;
  private static final long RINGS_AT = 20;
  private static final long CAPACITY_AT = 24;
  private static final long FILE_BYTES_AT = 32;

  private FileHeader() {}

  static void write(MemorySegment file, RingGeometry geometry) {
    file.set(ValueLayout.JAVA_INT, VERSION_AT, VERSION);
    file.set(ValueLayout.JAVA_INT, KIND_AT, geometry.kind().code());
    file.set(ValueLayout.JAVA_INT, MESSAGE_BYTES_AT, geometry.messageBytes());
    file.set(ValueLayout.JAVA_INT, RINGS_AT, geometry.rings());
    file.set(ValueLayout.JAVA_LONG, CAPACITY_AT, geometry.capacity());
    file.set(ValueLayout.JAVA_LONG, FILE_BYTES_AT, geometry.memoryBytes());
    file.set(ValueLayout.JAVA_LONG, MAGIC_AT, MAGIC);
  }

  /// Reads and checks it.
  ///
  /// @param file the whole file, at least a header long
  /// @param path for the sentences
  /// @throws RingFormatException if the file is no ring file, or one that this version cannot use
  static RingGeometry read(MemorySegment file, Path path) throws RingFormatException {
    long magic = file.get(ValueLayout.JAVA_LONG, MAGIC_AT);
    if (magic == Long.reverseBytes(MAGIC)) {
      throw new RingFormatException(
          path + " is a ring file of a machine with the other byte order");
    }
    if (magic != MAGIC) {
      throw new RingFormatException(path + " is not a ring file: it begins with other bytes");
    }
    int version = file.get(ValueLayout.JAVA_INT, VERSION_AT);
    if (version != VERSION) {
      throw new RingFormatException(
          path + " has version " + version + " of the ring format; this program knows " + VERSION);
    }
    RingGeometry geometry = geometry(file, path);
    long fileBytes = file.get(ValueLayout.JAVA_LONG, FILE_BYTES_AT);
    if (fileBytes != geometry.memoryBytes()) {
      throw new RingFormatException(
          path
              + " is damaged: its header says "
              + fileBytes
              + " bytes, but "
              + geometry
              + " take "
              + geometry.memoryBytes());
    }
    if (file.byteSize() < fileBytes) {
      throw new RingFormatException(
          path + " is too small: " + file.byteSize() + " bytes of " + fileBytes);
    }
    return geometry;
  }

  private static RingGeometry geometry(MemorySegment file, Path path) throws RingFormatException {
    int code = file.get(ValueLayout.JAVA_INT, KIND_AT);
    RingKind kind = RingKind.ofCode(code);
    if (kind == null) {
      throw new RingFormatException(path + " holds rings of a kind that is not known: " + code);
    }
    try {
      return new RingGeometry(
          kind,
          file.get(ValueLayout.JAVA_INT, MESSAGE_BYTES_AT),
          file.get(ValueLayout.JAVA_LONG, CAPACITY_AT),
          file.get(ValueLayout.JAVA_INT, RINGS_AT));
    } catch (IllegalArgumentException e) {
      throw new RingFormatException(path + " is damaged: " + e.getMessage(), e);
    }
  }
}
