package dev.loadgen.driver;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// What names may be, and which one a user probably meant.
public final class Names {
  private static final Pattern DRIVER = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  private Names() {}

  /// Whether a driver may have this name: see [DriverProvider#name].
  public static boolean isDriverName(String name) {
    return name != null && DRIVER.matcher(name).matches();
  }

  /// The candidate that is most like the word, if any is like it at all: at most a third of its
  /// letters, and at least one, may be wrong, missing, doubled or swapped; case does not count.
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    int allowed = Math.max(1, word.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= allowed)
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /// Optimal string alignment distance: insertions, deletions, substitutions and swaps of
  /// neighbours.
  static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      cost[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      cost[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best =
            Math.min(cost[i - 1][j - 1] + change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        cost[i][j] = swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
      }
    }
    return cost[a.length()][b.length()];
  }
}
