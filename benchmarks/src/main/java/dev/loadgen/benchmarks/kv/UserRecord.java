package dev.loadgen.benchmarks.kv;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A user of about 60 bytes: id, name, e-mail, friends.
///
/// ```
///  0        8        10     12       14
/// +--------+--------+------+--------+-- - - --+-- - - --+-- - - - - -+
/// | id     | name   | mail | friends| name    | mail    | friends    |
/// |        | length |length| count  |         |         | 4 bytes each|
/// +--------+--------+------+--------+-- - - --+-- - - --+-- - - - - -+
/// ```
@SuppressWarnings("ArrayRecordComponent") // as small as it gets
record UserRecord(long id, String name, String mail, int[] friends) {
  static final int MOST_BYTES = 128;

  static UserRecord of(long id) {
    return new UserRecord(
        id,
        "user" + id,
        "u" + id + "@mail.org",
        new int[] {(int) id + 1, (int) id + 2, (int) id + 3, (int) id + 4});
  }

  int write(byte[] bytes) {
    byte[] nameBytes = name.getBytes(StandardCharsets.ISO_8859_1);
    byte[] mailBytes = mail.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer out = ByteBuffer.wrap(bytes);
    out.putLong(id).putShort((short) nameBytes.length).putShort((short) mailBytes.length);
    out.putShort((short) friends.length).put(nameBytes).put(mailBytes);
    for (int friend : friends) {
      out.putInt(friend);
    }
    return out.position();
  }

  static UserRecord read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long id = in.getLong();
    int nameLength = in.getShort();
    int mailLength = in.getShort();
    int[] friends = new int[in.getShort()];
    String name = new String(bytes, 14, nameLength, StandardCharsets.ISO_8859_1);
    String mail = new String(bytes, 14 + nameLength, mailLength, StandardCharsets.ISO_8859_1);
    for (int i = 0; i < friends.length; i++) {
      friends[i] = in.getInt(14 + nameLength + mailLength + 4 * i);
    }
    return new UserRecord(id, name, mail, friends);
  }

  @Override
  public String toString() {
    return id + " " + name + " " + mail + " " + Arrays.toString(friends);
  }
}
