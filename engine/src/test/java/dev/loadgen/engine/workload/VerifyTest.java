package dev.loadgen.engine.workload;

import static dev.loadgen.engine.workload.Samples.READ;
import static dev.loadgen.engine.workload.Samples.UPDATE;
import static dev.loadgen.engine.workload.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.RunPlan;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is compared under `--verify`, and what is said of it.
class VerifyTest {
  private static CoreWorkload verifying() {
    return workload(RunPlan.builder().mix(Mix.parse("READ=1")).verify(true));
  }

  private static CoreWorkload workload(RunPlan.Builder plan) {
    return CoreWorkload.of(List.of(READ, UPDATE), plan.build());
  }

  private static Preparer writer() {
    RunPlan.Builder plan =
        RunPlan.builder()
            .mix(Mix.parse("UPDATE=1"))
            .property("writeallfields", "true")
            .verify(true);
    return workload(plan).preparer(0);
  }

  @Test
  void whatIsReadIsCheckedAgainstWhatIsWritten() {
    CoreWorkload workload = verifying();
    Preparer writer = writer();
    Preparer reader = workload.preparer(0);
    Operation read = reader.prepare(3);
    assertThat(read.verifies()).isTrue();
    Operation written = writer.prepare(3); // the same record: the same seed and number
    assertThat(text(written.key())).isEqualTo(text(read.key()));
    for (int i = 0; i < written.fields(); i++) {
      read.readField(written.fieldName(i), written.fieldValue(i));
    }
    read.key().position(5); // as drivers do
    assertThat(reader.verify()).isTrue();

    read = reader.prepare(3);
    read.readField(written.fieldName(1), written.fieldValue(2));
    assertThat(reader.verify()).isFalse();
    read = reader.prepare(3);
    read.readField(ByteBuffer.wrap(new byte[] {'x'}), written.fieldValue(2));
    assertThat(reader.verify()).isFalse();
    read = reader.prepare(3);
    for (int i = 1; i < written.fields(); i++) { // all but one
      read.readField(written.fieldName(i), written.fieldValue(i));
    }
    assertThat(reader.verify()).isFalse();
    read = reader.prepare(3);
    read.readValue(ByteBuffer.allocate(0));
    assertThat(reader.verify()).isFalse();
    assertThat(workload.findings())
        .singleElement()
        .asString()
        .startsWith(
            "WARNING: 4 of 5 reads that were checked gave other values than the workload writes:"
                + " they count as failures (WRONG_VALUE). Runs without --verify or");
  }

  @Test
  void aReadOfOneFieldNeedNotGiveTheOthers() {
    CoreWorkload workload =
        workload(
            RunPlan.builder()
                .mix(Mix.parse("READ=1"))
                .verify(true)
                .property("readallfields", "false"));
    Preparer reader = workload.preparer(0);
    Operation written = writer().prepare(3);
    Operation read = reader.prepare(3);
    int field = Integer.parseInt(text(read.fieldName(0)).substring("field".length()));
    read.readField(written.fieldName(field), written.fieldValue(field));
    assertThat(reader.verify()).isTrue();
    read = reader.prepare(3);
    read.readField(written.fieldName((field + 1) % 10), written.fieldValue((field + 1) % 10));
    assertThat(reader.verify()).isFalse();
  }

  @Test
  void readsThatAreNotHandedOverAreSaidToBeUnchecked() {
    CoreWorkload workload = verifying();
    Preparer reader = workload.preparer(0);
    reader.prepare(1);
    assertThat(reader.verify()).isTrue();
    assertThat(workload.findings())
        .singleElement()
        .asString()
        .startsWith("WARNING: 1 reads could not be checked");
  }

  @Test
  void aDriverWithValuesOfItsOwnSaysWhatItChecked() {
    OperationKind change = OperationKind.of("CHANGE", "of a key alone", 1, Need.KEY);
    RunPlan plan = RunPlan.builder().verify(true).property("recordcount", "5").build();
    CoreWorkload workload = CoreWorkload.of(List.of(change), plan, Set.of(), true);
    Preparer preparer = workload.preparer(0);
    assertThat(preparer.prepare(1).verifies()).isTrue();
    assertThat(preparer.verify()).as("nothing is missed").isTrue();
    workload.checked(true);
    workload.checked(true);
    assertThat(workload.findings())
        .containsExactly("All 2 reads that were checked gave the right values.");
    workload.checked(false);
    assertThat(workload.findings())
        .singleElement()
        .asString()
        .startsWith("WARNING: 1 of 3 reads that were checked gave other values")
        .endsWith("they count as failures (WRONG_VALUE).");
    assertThat(workload.shown()).containsKey("recordcount").doesNotContainKey("fieldcount");
  }
}
