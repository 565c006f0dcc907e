package dev.loadgen.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class RequestParserTest {
  private static final int MOST_BYTES = 4096;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /// Feeds bytes in pieces, each time in a new array, and writes down what is read.
  private static List<String> read(byte[] all, Random pieces) {
    RequestParser parser = new RequestParser(64, 1000, MOST_BYTES);
    List<String> read = new ArrayList<>();
    byte[] pending = {};
    for (int at = 0; at < all.length; ) {
      int length = pieces == null ? all.length : 1 + pieces.nextInt(9);
      int to = Math.min(all.length, at + length);
      byte[] more = Arrays.copyOf(pending, pending.length + to - at);
      System.arraycopy(all, at, more, pending.length, to - at);
      at = to;
      int from = 0;
      try {
        for (int next = parser.read(more, 0, more.length); next >= 0; ) {
          if (parser.request().size() > 0) {
            read.add(words(parser.request()));
          }
          from = next;
          next = parser.read(more, from, more.length);
        }
      } catch (ProtocolException e) {
        read.add("error " + e.getMessage());
        return read;
      }
      pending = Arrays.copyOfRange(more, from, more.length);
    }
    return read;
  }

  private static String words(Request request) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < request.size(); i++) {
      words.add(request.text(i));
    }
    return words.toString();
  }

  @Test
  void readsArraysAndLinesOneAfterTheOther() {
    String sent =
        String.join(
            "",
            List.of(
                "*2\r\n$3\r\nGET\r\n$0\r\n\r\n",
                "*0\r\n\r\n",
                "get  'a b' \"\\x41\\\"\"\n",
                "*-1\r\n",
                "*1\r\n$4\r\n\r\n\r\n\r\n"));
    assertThat(read(bytes(sent), null)).containsExactly("[GET, ]", "[get, a b, A\"]", "[\r\n\r\n]");
  }

  @ParameterizedTest
  @CsvSource({
    "*65\\r\\n, invalid multibulk length",
    "*1\\r\\n$1001\\r\\n, invalid bulk length",
    "*1\\r\\n$-1\\r\\n, invalid bulk length",
    "*1\\r\\n:1\\r\\n, 'expected ''$'', got '':'''",
    "a 'b\\r\\n, unbalanced quotes in request",
  })
  void saysWhatIsWrong(String text, String error) {
    String sent = text.replace("\\r", "\r").replace("\\n", "\n");
    assertThat(read(bytes(sent), null)).containsExactly("error " + error);
  }

  @Test
  void linesAndRequestsWithoutAnEndAreRefused() {
    assertThat(read(bytes("a".repeat(65_537)), null))
        .containsExactly("error too big inline request");
    assertThat(read(bytes("*" + "1".repeat(65_537)), null))
        .containsExactly("error too big mbulk count string");
    String word = "$900\r\n" + "w".repeat(900) + "\r\n";
    assertThat(read(bytes("*9\r\n" + word.repeat(8)), null))
        .containsExactly("error request of more than 4096 bytes");
  }

  /// Well-formed and mutilated requests, in one piece and in many: read alike, and never with
  /// another exception. `-Dloadgen.kv.fuzz=1000000` makes it long.
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void piecesAreReadLikeTheWhole(int seed) {
    Random random = new Random(seed);
    int rounds = Integer.getInteger("loadgen.kv.fuzz", 20_000);
    int errors = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] sent = mutilated(random);
      List<String> whole = read(sent, null);
      assertThat(read(sent, random)).as("round %d", round).isEqualTo(whole);
      errors += !whole.isEmpty() && whole.getLast().startsWith("error") ? 1 : 0;
    }
    assertThat(errors).isBetween(rounds / 20, rounds * 19 / 20);
  }

  /// Requests with some bytes changed.
  public static byte[] mutilated(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int words = 1 + random.nextInt(4);
      text.append('*').append(words).append("\r\n");
      for (int word = 0; word < words; word++) {
        int length = random.nextInt(12);
        text.append('$').append(length).append("\r\n");
        text.append("w".repeat(length)).append("\r\n");
      }
      if (random.nextInt(3) == 0) {
        text.append("set 'k' \"v\\n\"\r\n");
      }
    }
    byte[] bytes = bytes(text.toString());
    String alphabet = "*$\r\n-0123456789'\"\\xa\0\u00ff";
    for (int i = random.nextInt(4); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] =
          (byte) alphabet.charAt(random.nextInt(alphabet.length()));
    }
    return bytes;
  }
}
