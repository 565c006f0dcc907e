package dev.loadgen.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.engine.plan.PlanException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldLengthsTest {
  @TempDir Path directory;

  @Test
  void theHistogramOfLengthsIsPartOfWhatTheRecordsAre() throws Exception {
    Path histogram = directory.resolve("h");
    Map<String, String> given =
        Map.of(
            "fieldlengthdistribution", "histogram", "fieldlengthhistogram", histogram.toString());
    Files.writeString(histogram, "BlockSize\t10\n0\t1\n1\t3\n");
    Map<String, String> first = CoreProperties.ofRecords(given);
    assertThat(CoreProperties.ofRecords(given)).isEqualTo(first);
    Files.writeString(histogram, "BlockSize\t10\n0\t1\n1\t4\n");
    assertThat(CoreProperties.ofRecords(given)).isNotEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'the first line is not BlockSize, a tab and a number'",
    "BlockSize, 'the first line is not BlockSize, a tab and a number'",
    "'BlockSize\t10\n0', 'line 2 is not 0, a tab and a number of values'",
    "'BlockSize\t10\n1\t3', 'line 2 is not 0, a tab and a number of values'",
    "'BlockSize\t10', 'no lengths, or lengths that are too large'",
  })
  void aBrokenHistogramIsNamed(String content, String message) throws Exception {
    Path histogram = directory.resolve("h");
    Files.writeString(histogram, content.replace("\\t", "\t").replace("\\n", "\n"));
    Map<String, String> given =
        Map.of(
            "fieldlengthdistribution", "histogram", "fieldlengthhistogram", histogram.toString());
    assertThatThrownBy(() -> FieldLengths.of(new CoreProperties(given)))
        .isInstanceOf(PlanException.class)
        .hasMessage(
            "fieldlengthhistogram=" + histogram + ": is no histogram of lengths: " + message);
    Files.delete(histogram);
    Files.createDirectory(histogram);
    assertThatThrownBy(() -> FieldLengths.of(new CoreProperties(given)))
        .hasMessage("fieldlengthhistogram=" + histogram + ": is a directory, not a file");
  }
}
