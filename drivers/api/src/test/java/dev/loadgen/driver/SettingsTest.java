package dev.loadgen.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final Property<Long> DELAY = Property.duration("delay", "1ms", "how long");
  private static final Property<String> PASSWORD = Property.secret("password", "the password");
  private static final List<Property<?>> PROPERTIES = List.of(DELAY, PASSWORD);

  @Test
  void defaultsHoldUntilTheUserSaysOtherwise() {
    Settings defaults = Settings.of("db", PROPERTIES, Map.of());
    Settings given = Settings.of("db", PROPERTIES, Map.of("db.delay", "2s"));
    assertThat(defaults.value(DELAY)).isEqualTo(1_000_000L);
    assertThat(defaults.given(DELAY)).isFalse();
    assertThat(given.value(DELAY)).isEqualTo(2_000_000_000L);
    assertThat(given.given(DELAY)).isTrue();
  }

  @Test
  void conditionsAreShownInTheWordsTheyWereGivenIn() {
    Property<Long> port =
        Property.integer("port", "1", "its port").where(number -> number > 0, "1 or more");
    assertThat(port.condition()).hasValue("1 or more");
    assertThat(port.where(number -> number < 9, "8 or less").condition())
        .hasValue("1 or more, and 8 or less");
  }

  @Test
  void secretsAreNeverShown() {
    Settings settings = Settings.of("db", PROPERTIES, Map.of("db.password", "hush"));
    assertThat(settings.value(PASSWORD)).isEqualTo("hush");
    assertThat(settings.toString()).contains("***").doesNotContain("hush");
  }

  private static Settings withPassword(String text) {
    return Settings.of("db", PROPERTIES, Map.of("db.password", text));
  }

  @Test
  void secretsComeFromFilesAndTheEnvironment(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("password"), "of a file \n\n");
    assertThat(withPassword("file:" + file).value(PASSWORD)).isEqualTo("of a file \n");
    assertThat(withPassword("env:PATH").value(PASSWORD)).isEqualTo(System.getenv("PATH"));
    assertThat(withPassword("files:it").value(PASSWORD)).isEqualTo("files:it");
  }

  @Test
  void secretsThatAreNotThereAreTold(@TempDir Path directory) throws IOException {
    Path large = Files.write(directory.resolve("large"), new byte[(64 << 10) + 1]);
    Path empty = Files.writeString(directory.resolve("empty"), "\n");
    Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xFF});
    Map.of(
            "env:LOADGEN_NO_SUCH_THING",
            "there is no such environment variable",
            "file:" + directory.resolve("none"),
            "there is no such file",
            "file:" + directory,
            "that is no regular file",
            "file:" + large,
            "the file has more than 65536 bytes",
            "file:" + binary,
            "the file cannot be read as text",
            "file:" + empty,
            "the secret is empty",
            "file:a\0b",
            "that is no path",
            "",
            "the secret is empty")
        .forEach((text, expected) ->
            assertThatThrownBy(() -> withPassword(text))
                .hasMessage("db.password=***: " + expected));
  }

  @Test
  void whatIsPassedOnIsHiddenIfItsNameSaysThatItIsSecret() {
    Settings settings =
        Settings.of(
            "mine",
            List.of(Property.rest("passed on")),
            Map.of("redis.password", "hush", "db.passwd", "hush", "redis.host", "here"));
    assertThat(settings.shown())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("redis.password", "***", "db.passwd", "***", "redis.host", "here"));
    assertThat(settings.rest()).containsEntry("redis.password", "hush");
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNearest() {
    assertThatThrownBy(() -> Settings.of("db", PROPERTIES, Map.of("db.dealy", "1s")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("db.dealy")
        .hasMessageContaining("did you mean db.delay?");
  }

  @Test
  void aBadValueIsNamedWithItsProperty() {
    assertThatThrownBy(() -> Settings.of("db", PROPERTIES, Map.of("db.delay", "soon")))
        .hasMessageStartingWith("db.delay=soon: expected a duration");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "250us,250000", "4ms,4000000", "1.5s,1500000000", "2m,120000000000"})
  void durationsAreRead(String text, long ns) {
    assertThat(Quantities.durationNs(text)).isEqualTo(ns);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "-1s", "1.5ns", "NaN", "", "1e3s", "99999999999h", "s"})
  void badDurationsAreRefused(String text) {
    assertThatThrownBy(() -> Quantities.durationNs(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void outcomesAreInternedByName() {
    assertThat(Outcome.success("OK")).isSameAs(Outcome.OK);
    assertThatThrownBy(() -> Outcome.failure("OK")).isInstanceOf(IllegalArgumentException.class);
  }
}
