package dev.loadgen.kv.driver;

import dev.loadgen.kv.resp.RespBuffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The commands that the driver sends.
final class Commands {
  private static final byte[] GET = ascii("GET");
  private static final byte[] SET = ascii("SET");
  private static final byte[] MGET = ascii("MGET");
  private static final byte[] SCAN = ascii("SCAN");
  private static final byte[] COUNT = ascii("COUNT");

  private Commands() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static void get(RespBuffer out, ByteBuffer key) {
    out.array(2);
    out.bulk(GET);
    out.bulk(key);
  }

  static void set(RespBuffer out, ByteBuffer key, ByteBuffer value) {
    out.array(3);
    out.bulk(SET);
    out.bulk(key);
    out.bulk(value);
  }

  static void scan(RespBuffer out, String cursor, int count) {
    out.array(4);
    out.bulk(SCAN);
    out.bulk(cursor);
    out.bulk(COUNT);
    out.bulk(Integer.toString(count));
  }

  /// Begins an MGET; that many keys must follow.
  static void mget(RespBuffer out, int keys) {
    out.array(keys + 1);
    out.bulk(MGET);
  }
}
