package dev.loadgen.engine.workload;

import static dev.loadgen.engine.workload.Samples.READ;
import static dev.loadgen.engine.workload.Samples.UPDATE;
import static dev.loadgen.engine.workload.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.Roles;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoreWorkloadTest {
  @TempDir Path directory;

  private static final OperationKind PING = OperationKind.of("PING", "needs nothing", 1);
  private static final OperationKind PUT =
      OperationKind.of("PUT", "writes it all", 1, Need.KEY, Need.VALUE);

  private static CoreWorkload workload(
      List<OperationKind> kinds, String mix, Map<String, String> properties) {
    RunPlan.Builder plan = RunPlan.builder().properties(properties).seed(7);
    if (mix != null) {
      plan.mix(Mix.parse(mix));
    }
    return CoreWorkload.of(kinds, plan.build());
  }

  /// Writes what records were made with.
  private static CoreWorkload puttingAsMade(Map<String, String> properties) {
    return CoreWorkload.of(
        List.of(PUT), RunPlan.builder().properties(properties).verify(true).build());
  }

  @Test
  void kindsComeInTheSharesOfTheMix() {
    CoreWorkload workload =
        workload(List.of(READ, UPDATE, PUT), "READ=70,UPDATE=25,PUT=5", Map.of());
    int n = 100_000;
    double[] expected = {0.70 * n, 0.25 * n, 0.05 * n};
    int[] seen = new int[3];
    for (long k = 0; k < n; k++) {
      seen[workload.kindIndex(0, k)]++;
    }
    double chiSquare = 0;
    for (int i = 0; i < 3; i++) {
      chiSquare += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    }
    assertThat(chiSquare).isLessThan(13.8); // 0.1% of 2 degrees of freedom
  }

  @Test
  void keysAreUniform() {
    Preparer preparer = workload(List.of(READ), null, Map.of("recordcount", "50")).preparer(0);
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
    Preparer one = workload(kinds, null, Map.of()).preparer(0);
    Preparer other = workload(kinds, null, Map.of()).preparer(0);
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
    CoreWorkload workload = puttingAsMade(Map.of("fieldcount", "3", "fieldlength", "5"));
    Operation operation = workload.preparer(0).prepare(4);
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
    Operation ping = workload(List.of(PING), null, Map.of()).preparer(0).prepare(0);
    assertThatThrownBy(ping::key).hasMessage("PING does not declare that it needs KEY");
    assertThatThrownBy(ping::keyNumber).hasMessage("PING does not declare that it needs KEY");
    assertThatThrownBy(ping::value).hasMessage("PING does not declare that it needs VALUE");
    assertThatThrownBy(ping::fields).hasMessage("PING does not declare that it needs FIELD_NAMES");
    assertThatThrownBy(ping::recordCount).hasMessageContaining("RECORD_COUNT");
    Operation read = workload(List.of(READ), null, Map.of()).preparer(0).prepare(0);
    assertThatThrownBy(() -> read.fieldValue(0)).hasMessageContaining("FIELD_VALUES");
  }

  @ParameterizedTest
  @CsvSource({
    "recordcount, 0, 'recordcount=0: expected 1 to'",
    "recordcount, many, 'recordcount=many: expected a whole number'",
    "fieldcount, 10001, 'fieldcount=10001: expected 1 to 10000'",
    "fieldlength, 60000000, 'fieldcount × fieldlength is 600000000 bytes'",
    "requestdistribution, zipf, 'requestdistribution=zipf: expected one of uniform, zipfian'",
    "readproportion, -1, 'readproportion=-1: expected 0 or more'",
    "updateproportion, NaN, 'updateproportion=NaN: expected a finite number'",
    "scanproportion, 0.1, 'scanproportion=0.1: the driver has no operation SCAN'",
    "insertstart, 1000, 'insertstart=1000: there are no such records with recordcount=1000'",
    "minscanlength, 2000, 'minscanlength=2000: is more than maxscanlength=1000'",
    "zipfianconstant, 1, 'zipfianconstant=1: expected more than 0 and less than 1'",
    "hotspotdatafraction, 1.5, 'hotspotdatafraction=1.5: expected 0 to 1'",
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

  private static final OperationKind MAKE =
      OperationKind.of("MAKE", "makes", 1, Need.NEW_KEY, Need.VALUE);

  @Test
  void whatWasNeverSentMakesRoomForTheNext() {
    Preparer preparer = workload(List.of(MAKE), null, Map.of("recordcount", "10")).preparer(0);
    assertThat(preparer.prepare(0).keyNumber()).isEqualTo(10);
    preparer.dropped();
    assertThat(preparer.prepare(1).keyNumber()).isEqualTo(10);
    preparer.completed(true);
    assertThat(preparer.prepare(2).keyNumber()).isEqualTo(11);
  }

  @Test
  void readsGoToRecordsWhoseInsertsWereAnswered() {
    Map<String, String> latest = Map.of("recordcount", "10", "requestdistribution", "latest");
    CoreWorkload workload = workload(List.of(READ, MAKE), "READ=1,MAKE=1", latest);
    Preparer maker = workload.preparer(0);
    Preparer reader = workload.preparer(1);
    long made = 0;
    long highest = 0;
    for (long k = 0; k < 10_000; k++) {
      if (workload.kindIndex(0, k) == 1) {
        assertThat(maker.prepare(k).keyNumber()).isEqualTo(10 + made);
        if (made % 7 == 6) {
          maker.completed(true);
          made++;
        } else {
          maker.dropped();
          maker.prepare(k);
          maker.completed(true);
          made++;
        }
      } else {
        long read = reader.prepare(k).keyNumber();
        assertThat(read).isBetween(0L, 9 + made);
        highest = Math.max(highest, read);
        reader.completed(true);
      }
    }
    assertThat(highest).isGreaterThan(10 + made / 2);
  }

  @Test
  void aRehearsalDealsOutNothing() {
    CoreWorkload workload = workload(List.of(MAKE), null, Map.of("recordcount", "10"));
    Preparer rehearsal = workload.rehearsal().preparer(0);
    for (long k = 0; k < 100; k++) {
      rehearsal.prepare(k);
      rehearsal.completed(true);
    }
    assertThat(workload.preparer(0).prepare(0).keyNumber()).isEqualTo(10);
  }

  /// With a draw that is repeated until the record is there, this would not end.
  @ParameterizedTest
  @ValueSource(strings = {"zipfian", "latest", "uniform", "exponential"})
  void readsFindRecordsHoweverManyMoreAreLikelyToBeInserted(String distribution) {
    RunPlan plan =
        RunPlan.builder()
            .operations(1L << 50)
            .property("requestdistribution", distribution)
            .mix(Mix.parse("READ=1,MAKE=1"))
            .build();
    CoreWorkload workload = CoreWorkload.of(List.of(READ, MAKE), plan);
    Preparer preparer = workload.preparer(0);
    int[] seen = new int[1000];
    for (long k = 0; k < 50_000; k++) {
      if (workload.kindIndex(0, k) == 0) {
        seen[(int) preparer.prepare(k).keyNumber()]++;
      }
    }
    assertThat(Arrays.stream(seen).filter(n -> n > 0).count()).isGreaterThan(300);
  }

  @Test
  void whatTheRunIsLikelyToInsertIsTheLeastOfCountAndTime() {
    RunPlan.Builder plan =
        RunPlan.builder()
            .property("requestdistribution", "zipfian")
            .mix(Mix.parse("READ=1,MAKE=1"))
            .target(Rate.parse("100/s"))
            .duration(Duration.ofSeconds(10));
    CoreWorkload byTime = CoreWorkload.of(List.of(READ, MAKE), plan.build());
    CoreWorkload byBoth = CoreWorkload.of(List.of(READ, MAKE), plan.operations(1L << 50).build());
    for (long k = 0; k < 1000; k++) {
      if (byTime.kindIndex(0, k) == 0) {
        assertThat(byBoth.preparer(0).prepare(k).keyNumber())
            .isEqualTo(byTime.preparer(0).prepare(k).keyNumber());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1e-300, 400, 600", "0.000001, 400, 600", "4.9e-324, 400, 1000", "99.999999, 0, 60"})
  void anExponentialDistributionOfAnyShapeIsDrawn(String percentile, int least, int most) {
    Map<String, String> properties =
        Map.of(
            "requestdistribution", "exponential",
            "exponential.percentile", percentile,
            "exponential.frac", "0.9");
    Preparer preparer = workload(List.of(READ), null, properties).preparer(0);
    double sum = 0;
    for (long k = 0; k < 1000; k++) {
      sum += 999 - preparer.prepare(k).keyNumber();
    }
    assertThat(sum / 1000).isBetween((double) least, (double) most);
  }

  @ParameterizedTest
  @CsvSource({"false, , true", "true, , false", "false, true, false"})
  void whatIsWrittenIsNewUnlessItIsToBeChecked(boolean verify, String integrity, boolean anew) {
    Map<String, String> properties =
        integrity == null ? Map.of() : Map.of("dataintegrity", integrity);
    List<OperationKind> kinds = List.of(MAKE, PUT, UPDATE);
    CoreWorkload workload =
        CoreWorkload.of(
            kinds,
            RunPlan.builder()
                .mix(Mix.parse("MAKE=1,PUT=1,UPDATE=1"))
                .verify(verify)
                .properties(properties)
                .build());
    Preparer one = workload.preparer(0);
    Preparer again = workload.rehearsal().preparer(0);
    Set<String> written = new HashSet<>();
    int updates = 0;
    for (long k = 0; k < 1000; k++) {
      Operation operation = one.prepare(k);
      if (operation.kind().equals(UPDATE)) {
        updates++;
        written.add(text(operation.fieldValue(0)));
        assertThat(text(again.prepare(k).fieldValue(0))).isEqualTo(text(operation.fieldValue(0)));
      } else {
        boolean made = workload.matches(operation.key(), operation.value());
        assertThat(made).isEqualTo(operation.kind().equals(MAKE) || !anew);
        again.prepare(k);
      }
      one.completed(true);
      again.completed(true);
    }
    assertThat(written.size() == updates).isEqualTo(anew); // else some come again
  }

  private static CoreWorkload workload(RunPlan.Builder plan) {
    return CoreWorkload.of(List.of(PING, READ, UPDATE), plan.build());
  }

  @Test
  void rolesFixTheKindOfAWorker() {
    CoreWorkload workload =
        workload(RunPlan.builder().threads(3).roles(Roles.parse("update:1,READ:2")));
    assertThat(workload.kinds()).containsExactly(READ, UPDATE);
    for (long k = 0; k < 100; k++) {
      assertThat(workload.kindIndex(0, k)).isEqualTo(1);
      assertThat(workload.kindIndex(1, k)).isZero();
      assertThat(workload.kindIndex(2, k)).isZero();
    }
  }

  @Test
  void rolesThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> workload(RunPlan.builder().threads(4).roles(Roles.parse("READ:3"))))
        .hasMessage("--roles READ:3: they add up to 3, and there are 4 threads: give --threads 3");
    assertThatThrownBy(() -> workload(RunPlan.builder().roles(Roles.parse("REED:1"))))
        .hasMessageContaining("--roles REED:1: the driver has no operation REED")
        .hasMessageContaining("did you mean READ?");
    assertThatThrownBy(
            () -> workload(RunPlan.builder().mix(Mix.parse("READ=1")).roles(Roles.parse("READ:1"))))
        .hasMessage("--roles READ:1: contradicts --mix READ=1");
    assertThatThrownBy(() ->
            workload(
                RunPlan.builder()
                    .target(Rate.parse("10"))
                    .schedule(ScheduleMode.SHARED)
                    .roles(Roles.parse("READ:1"))))
        .hasMessageContaining("--roles READ:1: needs --schedule per-thread");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "READ", "READ:0", "READ:x", "READ:1,READ:2", ":1", "READ=1"})
  void badRolesAreRefused(String text) {
    assertThatThrownBy(() -> Roles.parse(text)).isInstanceOf(PlanException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "histogram"})
  void lengthsSpreadAsAskedAndAreTheSameAgain(String distribution) throws Exception {
    Path histogram = Files.writeString(directory.resolve("h"), "BlockSize\t10\n0\t1\n1\t3\n");
    Map<String, String> properties =
        Map.of(
            "fieldlength", "20",
            "minfieldlength", "11",
            "fieldcount", "1",
            "fieldlengthdistribution", distribution,
            "fieldlengthhistogram", histogram.toString());
    CoreWorkload workload = puttingAsMade(properties);
    Preparer preparer = workload.preparer(0);
    int[] lengths = new int[21];
    for (long k = 0; k < 10_000; k++) {
      Operation operation = preparer.prepare(k);
      lengths[operation.value().remaining()]++;
      assertThat(workload.matches(operation.key(), operation.value())).isTrue();
    }
    switch (distribution) {
      case "uniform" -> {
        for (int i = 11; i <= 20; i++) {
          assertThat(lengths[i]).isBetween(700, 1300); // of 1000 records
        }
      }
      case "zipfian" -> assertThat(lengths[11]).isGreaterThan(3 * lengths[20]).isGreaterThan(2500);
      default -> {
        assertThat(lengths[10]).isBetween(2000, 3000);
        assertThat(lengths[10] + lengths[20]).isEqualTo(10_000);
      }
    }
  }

  @Test
  void theTailOfTheHarmonicSumIsExact() {
    double sum = 0;
    for (int i = 1; i <= 2_000_000; i++) {
      sum += Math.pow(i, -0.99);
    }
    assertThat(Zipfian.zeta(2_000_000, 0.99)).isCloseTo(sum, within(1e-9));
    assertThat(Zipfian.zeta(10_000_000_000L, 0.99)).isCloseTo(26.46902820178302, within(1e-5));
    assertThat(Zipfian.zeta(2, 0.99)).isEqualTo(1 + Math.pow(2, -0.99));
  }
}
