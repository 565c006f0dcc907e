package dev.loadgen.kv.resp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Replies as bytes, in version 2 or 3 of the protocol, and requests, which are arrays of values.
/// Grows as needed; one thread at a time.
public final class RespBuffer {
  private static final int KEPT_BYTES = 1 << 20;
  private static final byte[] OK = ascii("+OK\r\n");
  private static final byte[] NULL = ascii("$-1\r\n");
  private static final byte[] NULL_3 = ascii("_\r\n");
  private static final byte[] LEAST = ascii("-9223372036854775808");

  private static final int USUAL_BYTES = 64 << 10;

  private byte[] bytes;
  private int size;
  private boolean version3;

  /// One with 64 KiB to begin with.
  public RespBuffer() {
    this(USUAL_BYTES);
  }

  /// @param bytes how much room there is to begin with
  public RespBuffer(int bytes) {
    this.bytes = new byte[bytes];
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Which version what follows is written in.
  public void version3(boolean wanted) {
    version3 = wanted;
  }

  /// What was written.
  public byte[] bytes() {
    return bytes;
  }

  /// How many bytes were written.
  public int size() {
    return size;
  }

  /// Begins anew.
  public void clear() {
    size = 0;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[USUAL_BYTES];
    }
  }

  /// Takes back what was written beyond a size.
  public void rewind(int earlierSize) {
    size = earlierSize;
  }

  /// Makes room and counts it as written.
  ///
  /// @return where it begins in [#bytes]
  public int skip(int length) {
    int start = size;
    room(length);
    size += length;
    return start;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      long wanted = Math.max(bytes.length * 2L, (long) size + more);
      bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }

  private void raw(byte[] content) {
    raw(content, 0, content.length);
  }

  private void raw(byte[] content, int from, int length) {
    room(length);
    System.arraycopy(content, from, bytes, size, length);
    size += length;
  }

  private void line(char type, long number) {
    room(24);
    bytes[size++] = (byte) type;
    number(number);
    end();
  }

  private void end() {
    room(2);
    bytes[size++] = '\r';
    bytes[size++] = '\n';
  }

  private void number(long number) {
    if (number == Long.MIN_VALUE) {
      raw(LEAST);
      return;
    }
    room(20);
    long left = Math.abs(number);
    int digits = 1;
    for (long limit = 10; left >= limit && digits < 19; limit *= 10) {
      digits++;
    }
    if (number < 0) {
      bytes[size++] = '-';
    }
    for (int i = digits - 1; i >= 0; i--) {
      bytes[size + i] = (byte) ('0' + left % 10);
      left /= 10;
    }
    size += digits;
  }

  /// `+OK`.
  public void ok() {
    raw(OK);
  }

  /// A short text without line ends.
  public void simple(String text) {
    room(text.length() + 3);
    bytes[size++] = '+';
    raw(ascii(text));
    end();
  }

  /// An error.
  ///
  /// @param text begins with a word in capitals; line ends in it become blanks
  public void error(String text) {
    room(1);
    bytes[size++] = '-';
    raw(ascii(text.replace('\r', ' ').replace('\n', ' ')));
    end();
  }

  /// A whole number.
  public void integer(long number) {
    line(':', number);
  }

  /// What begins a value of that many bytes; [#endBulk] must follow it.
  public void beginBulk(int length) {
    line('$', length);
  }

  /// What ends a value.
  public void endBulk() {
    end();
  }

  /// A value.
  public void bulk(byte[] value) {
    bulk(value, 0, value.length);
  }

  /// A value.
  public void bulk(byte[] value, int from, int length) {
    beginBulk(length);
    raw(value, from, length);
    end();
  }

  /// A value. The buffer is not moved.
  public void bulk(ByteBuffer value) {
    int length = value.remaining();
    beginBulk(length);
    int at = skip(length);
    value.get(value.position(), bytes, at, length);
    end();
  }

  /// A value of one byte for each character.
  public void bulk(String text) {
    bulk(ascii(text));
  }

  /// No value.
  public void none() {
    raw(version3 ? NULL_3 : NULL);
  }

  /// What begins a row of that many replies.
  public void array(int length) {
    line('*', length);
  }

  /// What begins that many pairs of replies.
  public void map(int pairs) {
    if (version3) {
      line('%', pairs);
    } else {
      line('*', pairs * 2L);
    }
  }

  /// What begins a set of that many replies.
  public void set(int length) {
    line(version3 ? '~' : '*', length);
  }

  /// Text for humans.
  public void verbatim(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    if (version3) {
      line('=', content.length + 4L);
      raw(ascii("txt:"));
      raw(content);
      end();
    } else {
      bulk(content);
    }
  }

  /// All that another buffer holds.
  public void append(RespBuffer other) {
    raw(other.bytes, 0, other.size);
  }
}
