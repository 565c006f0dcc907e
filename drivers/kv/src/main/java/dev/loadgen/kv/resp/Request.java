package dev.loadgen.kv.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// A request: words, as slices of an array. A flyweight: valid until the next one is read.
public final class Request {
  private byte[] bytes = {};
  private int base;
  private int[] starts = new int[4]; // from the base
  private int[] lengths = new int[4];
  private int size;

  void clear() {
    size = 0;
  }

  void add(int start, int length) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, size * 2);
      lengths = Arrays.copyOf(lengths, size * 2);
    }
    starts[size] = start;
    lengths[size++] = length;
  }

  void at(byte[] array, int start) {
    bytes = array;
    base = start;
  }

  /// Gives the space of a request with very many words back.
  void trim(int most) {
    if (starts.length > most) {
      starts = new int[4];
      lengths = new int[4];
    }
  }

  /// How many words it has; the first is the command.
  public int size() {
    return size;
  }

  /// The array that holds the words.
  public byte[] bytes() {
    return bytes;
  }

  /// Where a word begins in [#bytes].
  public int start(int word) {
    return base + starts[word];
  }

  /// How many bytes a word has.
  public int length(int word) {
    return lengths[word];
  }

  /// A copy of a word.
  public byte[] copy(int word) {
    return Arrays.copyOfRange(bytes, start(word), start(word) + lengths[word]);
  }

  /// A word as text, one character for each byte.
  public String text(int word) {
    return new String(bytes, start(word), lengths[word], StandardCharsets.ISO_8859_1);
  }

  /// A word as text in lower case.
  public String lowerCase(int word) {
    return text(word).toLowerCase(Locale.ROOT);
  }

  /// Whether a word is this one, whatever its case.
  ///
  /// @param upperCase in upper case, ASCII
  public boolean is(int word, String upperCase) {
    if (lengths[word] != upperCase.length()) {
      return false;
    }
    int start = start(word);
    for (int i = 0; i < lengths[word]; i++) {
      int letter = bytes[start + i];
      if ((letter >= 'a' && letter <= 'z' ? letter - 32 : letter) != upperCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// The letters of a word of 1 to 8 bytes as a number, in upper case; 0 for other words.
  public long packed(int word) {
    return pack(bytes, start(word), lengths[word]);
  }

  /// What [#packed] is for a word.
  public static long pack(byte[] bytes, int start, int length) {
    if (length > Long.BYTES) {
      return 0;
    }
    long packed = 0;
    for (int i = 0; i < length; i++) {
      int letter = bytes[start + i] & 0xFF;
      packed = (packed << 8) | (letter >= 'a' && letter <= 'z' ? letter - 32 : letter);
    }
    return packed;
  }
}
