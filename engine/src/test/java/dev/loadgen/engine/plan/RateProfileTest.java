package dev.loadgen.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateProfileTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10k | 10000/s",
        "30/m | 0.5/s",
        "ramp 1k..20k over 60s | ramp 1000/s..20000/s over 60s",
        "1k for 30s, 5k for 30s, 1k | 1000/s for 30s, 5000/s for 30s, 1000/s",
        "sine 5k+-2k every 60s | sine 5000/s+-2000/s every 60s",
        "sine 5k +- 2k every 1m for 90s | sine 5000/s+-2000/s every 60s for 90s",
        "ramp 30/m .. 1/s over 1m30s | ramp 0.5/s..1/s over 90s",
      })
  void profilesAreReadAsPeopleWriteThem(String text, String shown) {
    assertThat(RateProfile.parse(text)).hasToString(shown);
    assertThat(RateProfile.parse(RateProfile.parse(text).toString()))
        .isEqualTo(RateProfile.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | expected a rate",
        "ramp | expected a ramp, as in",
        "ramp 1k..5k | expected a ramp, as in",
        "1,000/s | a comma is between the pieces of a profile: write 1000/s",
        "ramp 0..5k over 3s | a rate must be more than 0",
        "sine 1k+-2k every 3s | would go below 0",
        "sine 1k every 3s | expected a sine, as in",
        "1k for 3 | expected a duration",
        "1k, 2k | only the last piece may be without an end",
        "1k for 10us | lasts less than 1ms",
        "1k for 3s, | expected a rate",
        "ramp 1..2 over 25h | takes more than 1 day",
        "1k for 20000d, 1k for 20000d | would end after more than 73 years",
        "1k for 100000d, 1k for 100000d | would end after more than 73 years",
        "fast | expected a rate",
        "-5 | expected a rate",
      })
  void whatIsNoneIsToldInWords(String text, String message) {
    assertThatThrownBy(() -> RateProfile.parse(text))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theRateAtAnInstantFollowsThePieces() {
    RateProfile profile = RateProfile.parse("ramp 1k..3k over 2s, 500 for 1s");
    assertThat(profile.perSecondAt(-5)).isEqualTo(1000);
    assertThat(profile.perSecondAt(1_000_000_000L)).isEqualTo(2000);
    assertThat(profile.perSecondAt(2_500_000_000L)).isEqualTo(500);
    assertThat(profile.perSecondAt(9_000_000_000L)).isEqualTo(500);
    assertThat(profile.highestPerSecond()).isEqualTo(3000);
    assertThat(profile.length()).contains(Duration.ofSeconds(3));
    assertThat(RateProfile.parse("5k").length()).isEmpty();
    assertThat(RateProfile.parse("sine 4k+-4k every 4s").perSecondAt(3_000_000_000L)).isZero();
  }
}
