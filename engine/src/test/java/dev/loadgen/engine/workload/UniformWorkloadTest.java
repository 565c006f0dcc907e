package dev.loadgen.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.PlanException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniformWorkloadTest {
  private static final OperationKind PING = OperationKind.of("PING", "needs nothing", 1);
  private static final OperationKind READ =
      OperationKind.of("READ", "reads", 1, Need.KEY, Need.FIELD_NAMES);
  private static final OperationKind UPDATE =
      OperationKind.of("UPDATE", "writes", 1, Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);
  private static final OperationKind PUT =
      OperationKind.of("PUT", "writes it all", 1, Need.KEY, Need.VALUE);

  private static UniformWorkload workload(
      List<OperationKind> kinds, String mix, Map<String, String> properties) {
    return UniformWorkload.of(kinds, Optional.ofNullable(mix).map(Mix::parse), properties, 7);
  }

  private static String text(ByteBuffer buffer) {
    return StandardCharsets.US_ASCII.decode(buffer.duplicate()).toString();
  }

  @Test
  void kindsComeInTheSharesOfTheMix() {
    UniformWorkload workload =
        workload(List.of(READ, UPDATE, PUT), "READ=70,UPDATE=25,PUT=5", Map.of());
    int n = 100_000;
    double[] expected = {0.70 * n, 0.25 * n, 0.05 * n};
    int[] seen = new int[3];
    for (long k = 0; k < n; k++) {
      seen[workload.kindIndex(k)]++;
    }
    double chiSquare = 0;
    for (int i = 0; i < 3; i++) {
      chiSquare += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    }
    assertThat(chiSquare).isLessThan(13.8); // 0.1% of 2 degrees of freedom
  }

  @Test
  void keysAreUniform() {
    Preparer preparer = workload(List.of(READ), null, Map.of("recordcount", "50")).preparer();
    int n = 100_000;
    int[] seen = new int[50];
    for (long k = 0; k < n; k++) {
      seen[(int) preparer.prepare(k).keyNumber()]++;
    }
    double chiSquare = 0;
    for (int count : seen) {
      chiSquare += (count - n / 50.0) * (count - n / 50.0) / (n / 50.0);
    }
    assertThat(chiSquare).isLessThan(85.4); // 0.1% of 49 degrees of freedom
  }

  @Test
  void anOperationIsAFunctionOfSeedAndNumberWhoeverPreparesIt() {
    List<OperationKind> kinds = List.of(READ, UPDATE);
    Preparer one = workload(kinds, null, Map.of()).preparer();
    Preparer other = workload(kinds, null, Map.of()).preparer();
    other.prepare(99);
    for (long k = 0; k < 1000; k++) {
      Operation a = one.prepare(k);
      Operation b = other.prepare(k);
      assertThat(a.kind()).isSameAs(b.kind());
      assertThat(text(a.key())).isEqualTo(text(b.key()));
      if (a.kind().equals(UPDATE)) {
        assertThat(text(a.fieldName(0))).isEqualTo(text(b.fieldName(0)));
        assertThat(text(a.fieldValue(0))).isEqualTo(text(b.fieldValue(0))).hasSize(100);
      } else {
        assertThat(a.fields()).isEqualTo(10);
      }
    }
  }

  @Test
  void aValueIsRecognisedAndAnyOtherIsNot() {
    UniformWorkload workload =
        workload(List.of(PUT), null, Map.of("fieldcount", "3", "fieldlength", "5"));
    Operation operation = workload.preparer().prepare(4);
    ByteBuffer value = operation.value();
    assertThat(value.remaining()).isEqualTo(15);
    assertThat(workload.matches(operation.key(), value)).isTrue();
    assertThat(operation.key().position() + value.position()).isZero();

    ByteBuffer shorter = value.duplicate().limit(14);
    assertThat(workload.matches(operation.key(), shorter)).isFalse();
    assertThat(workload.matches(ByteBuffer.wrap(new byte[] {'k'}), value)).isFalse();
    value.put(7, (byte) (value.get(7) + 1));
    assertThat(workload.matches(operation.key(), value)).isFalse();
  }

  @Test
  void whatAKindDoesNotDeclareItDoesNotGet() {
    Operation ping = workload(List.of(PING), null, Map.of()).preparer().prepare(0);
    assertThatThrownBy(ping::key).hasMessage("PING does not declare that it needs KEY");
    assertThatThrownBy(ping::keyNumber).hasMessage("PING does not declare that it needs KEY");
    assertThatThrownBy(ping::value).hasMessage("PING does not declare that it needs VALUE");
    assertThatThrownBy(ping::fields).hasMessage("PING does not declare that it needs FIELD_NAMES");
    assertThatThrownBy(ping::recordCount).hasMessageContaining("RECORD_COUNT");
    Operation read = workload(List.of(READ), null, Map.of()).preparer().prepare(0);
    assertThatThrownBy(() -> read.fieldValue(0)).hasMessageContaining("FIELD_VALUES");
  }

  @ParameterizedTest
  @CsvSource({
    "recordcount, 0, 'recordcount=0: expected 1 to'",
    "recordcount, many, 'recordcount=many: expected a whole number'",
    "fieldcount, 10001, 'fieldcount=10001: expected 1 to 10000'",
    "fieldlength, 60000000, 'fieldcount × fieldlength is 600000000 bytes'",
    "requestdistribution, zipfian, 'requestdistribution=zipfian'",
    "readproportion, -1, 'readproportion=-1: expected a number, 0 or more'",
    "updateproportion, NaN, 'updateproportion=NaN: expected a number, 0 or more'",
  })
  void badSettingsAreNamed(String name, String value, String message) {
    assertThatThrownBy(() -> workload(List.of(READ, UPDATE), null, Map.of(name, value)))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aKindThatTheDriverDoesNotOfferIsAnsweredWithTheNearest() {
    assertThatThrownBy(() -> workload(List.of(READ, UPDATE), "REED=1", Map.of()))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("REED")
        .hasMessageContaining("did you mean READ?");
  }
}
