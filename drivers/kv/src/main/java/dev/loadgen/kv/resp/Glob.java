package dev.loadgen.kv.resp;

/// Redis's patterns of keys: `*`, `?`, `[a-c]`, `[^x]`, and `\` before a character that means
/// itself.
///
/// After a mismatch only the last `*` is tried again, so a match takes at most pattern times text
/// steps, whatever the pattern.
public final class Glob {
  private final byte[] pattern;

  /// @param pattern bytes
  public Glob(byte[] pattern) {
    this.pattern = pattern.clone();
  }

  /// Whether the text matches.
  public boolean matches(byte[] text) {
    int at = 0;
    int p = 0;
    int star = -1; // where the pattern goes on after the last star
    int tried = 0; // from where in the text that was tried
    while (at < text.length) {
      int next = p < pattern.length && pattern[p] != '*' ? one(p, text[at]) : -1;
      if (next >= 0) {
        p = next;
        at++;
      } else if (p < pattern.length && pattern[p] == '*') {
        star = ++p;
        tried = at;
      } else if (star >= 0) {
        p = star;
        at = ++tried;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  /// Matches one character.
  ///
  /// @return where the pattern goes on; −1 if it does not match
  private int one(int p, byte letter) {
    return switch (pattern[p]) {
      case '?' -> p + 1;
      case '[' -> group(p + 1, letter & 0xFF);
      case '\\' -> literal(p + 1 < pattern.length ? p + 1 : p, letter);
      default -> literal(p, letter);
    };
  }

  private int literal(int p, byte letter) {
    return pattern[p] == letter ? p + 1 : -1;
  }

  private int group(int from, int letter) {
    int p = from;
    boolean not = p < pattern.length && pattern[p] == '^';
    if (not) {
      p++;
    }
    boolean found = false;
    while (p < pattern.length && pattern[p] != ']') {
      if (pattern[p] == '\\' && p + 1 < pattern.length) {
        p++;
        found |= (pattern[p] & 0xFF) == letter;
      } else if (p + 2 < pattern.length && pattern[p + 1] == '-') {
        int low = Math.min(pattern[p] & 0xFF, pattern[p + 2] & 0xFF);
        int high = Math.max(pattern[p] & 0xFF, pattern[p + 2] & 0xFF);
        found |= letter >= low && letter <= high;
        p += 2;
      } else {
        found |= (pattern[p] & 0xFF) == letter;
      }
      p++;
    }
    return found == not ? -1 : Math.min(p + 1, pattern.length);
  }
}
