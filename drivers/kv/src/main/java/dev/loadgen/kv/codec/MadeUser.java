package dev.loadgen.kv.codec;

import dev.loadgen.driver.Draws;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// What the user consists of that is made for an id: a pure function of the id and of its first
/// friend. All of it is ASCII.
final class MadeUser {
  /// How many friends it has.
  static final int FRIENDS = 3;

  /// How many bytes there must be from the beginning of a text that is put somewhere: more than it
  /// has, since letters come eight at a time.
  static final int ROOM_BYTES = 32;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int LEAST_NAME = 6;
  private static final int LEAST_MAIL = 4;
  private static final byte[] HOST = "@mail.org".getBytes(StandardCharsets.ISO_8859_1);
  private static final long HOST_START = (long) LONGS.get(HOST, 0);
  private static final long LETTERS_A = 0x6161616161616161L;
  private static final int CASE = 'a' - 'A';

  private MadeUser() {}

  /// What name and mail address are drawn from.
  static long drawn(long id) {
    return Draws.mix(~id);
  }

  /// Writes the name.
  ///
  /// @return how many characters it has
  static int putName(byte[] target, int at, long drawn) {
    putLetters(target, at, Draws.mix(drawn));
    target[at] = (byte) (target[at] - CASE);
    return LEAST_NAME + (int) (drawn & 7);
  }

  /// Writes the mail address.
  ///
  /// @return how many characters it has
  static int putMail(byte[] target, int at, long drawn) {
    putLetters(target, at, Draws.mix(drawn + 1));
    int length = LEAST_MAIL + (int) ((drawn >>> 3) & 7);
    LONGS.set(target, at + length, HOST_START);
    target[at + length + Long.BYTES] = HOST[Long.BYTES];
    return length + HOST.length;
  }

  /// Writes 16 letters from a to p.
  private static void putLetters(byte[] target, int at, long bits) {
    LONGS.set(target, at, LETTERS_A + spread(bits));
    LONGS.set(target, at + Long.BYTES, LETTERS_A + spread(bits >>> 32));
  }

  /// The lower 8 times 4 bits, 4 in each byte.
  private static long spread(long bits) {
    long x = bits & 0xFFFFFFFFL;
    x = (x | (x << 16)) & 0x0000FFFF0000FFFFL;
    x = (x | (x << 8)) & 0x00FF00FF00FF00FFL;
    return (x | (x << 4)) & 0x0F0F0F0F0F0F0F0FL;
  }

  /// The first friend of the user that an id has at first.
  static long firstFriend(long id) {
    return Draws.mix(id) >>> 1;
  }

  /// A friend.
  ///
  /// @param index 0 to [#FRIENDS] − 1
  static long friend(long id, long firstFriend, int index) {
    return index == 0 ? firstFriend : Draws.mix(id + index * firstFriend) >>> 1;
  }
}
