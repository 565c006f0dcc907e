package dev.loadgen.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  private static boolean matches(String pattern, String text) {
    return new Glob(pattern.getBytes(StandardCharsets.ISO_8859_1))
        .matches(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource({
    "h[^e]llo, hallo, true",
    "h[^e]llo, hello, false",
    "h[a-b]llo, hbllo, true",
    "h[a-b]llo, hcllo, false",
    "h\\*llo, h*llo, true",
    "h\\*llo, hxllo, false",
    "[b-a]x, ax, true",
    "[\\]]x, ]x, true",
    "*, '', true",
    "?, '', false",
  })
  void isRedises(String pattern, String text, boolean expected) {
    assertThat(matches(pattern, text)).isEqualTo(expected);
  }

  @Test
  void starsAndQuestionMarksAreThoseOfRegularExpressions() {
    Random random = new Random(5);
    for (int i = 0; i < 50_000; i++) {
      String pattern = draw(random, "ab*?");
      String text = draw(random, "ab");
      String regex = pattern.replace("*", ".*").replace("?", ".");
      assertThat(matches(pattern, text))
          .as("%s on %s", pattern, text)
          .isEqualTo(Pattern.matches(regex, text));
    }
  }

  private static String draw(Random random, String alphabet) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  @Test
  void aPatternOfManyStarsIsNoTrap() {
    assertThat(matches("a*".repeat(5000) + "b", "a".repeat(10_000))).isFalse();
  }
}
