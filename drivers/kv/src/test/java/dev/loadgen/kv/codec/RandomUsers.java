package dev.loadgen.kv.codec;

import java.util.Random;

/// Users of all shapes that every codec can write.
final class RandomUsers {
  private static final int MOST_TEXT = 40;
  private static final int MOST_FRIENDS = 20;
  private static final int CHARACTERS = 256;

  private final Random random;

  RandomUsers(long seed) {
    random = new Random(seed);
  }

  User next() {
    if (random.nextBoolean()) {
      return User.of(random.nextLong(), random.nextLong());
    }
    long[] friends = random.longs(random.nextInt(MOST_FRIENDS)).toArray();
    return new User(random.nextLong(), text(), text(), friends);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(MOST_TEXT); left > 0; left--) {
      text.append((char) random.nextInt(CHARACTERS));
    }
    return text.toString();
  }
}
