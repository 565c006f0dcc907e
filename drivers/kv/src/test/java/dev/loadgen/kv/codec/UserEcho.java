package dev.loadgen.kv.codec;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Another process that reads users and writes them: what it read, as text, and a user of its own.
final class UserEcho {
  private UserEcho() {}

  static void write(DataOutputStream out, byte[] bytes, int length) throws IOException {
    out.writeInt(length);
    out.write(bytes, 0, length);
  }

  static byte[] read(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  /// What it writes of its own, for one that it read.
  static User answer(User user) {
    return User.of(~user.id(), user.sum());
  }

  /// Answers until its input ends.
  ///
  /// @param arguments the codec
  public static void main(String[] arguments) throws Exception {
    UserCodec codec = Codec.valueOf(arguments[0]).userCodec();
    DataInputStream in = new DataInputStream(System.in);
    DataOutputStream out = new DataOutputStream(System.out);
    try {
      while (true) {
        byte[] given = read(in);
        User user = codec.decode(given, 0, given.length).toUser();
        byte[] text = user.toString().getBytes(StandardCharsets.UTF_8);
        write(out, text, text.length);
        int length = codec.encode(answer(user));
        write(out, codec.bytes(), length);
        out.flush();
      }
    } catch (EOFException e) {
      return; // that was all
    }
  }
}
