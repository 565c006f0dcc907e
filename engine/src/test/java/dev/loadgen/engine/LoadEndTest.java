package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.LoadMark;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a load says is there, is there.
class LoadEndTest extends FaultyRuns {
  private static final Outcome BATCHED = Outcome.success(LoadMark.BATCHED);

  /// Takes 10 ms for a record; notes what the mark says meanwhile.
  private class Store extends FaultyDriver {
    final List<String> marks = new ArrayList<>();
    final Outcome answer;
    final boolean closes;
    Runnable closing = () -> {};

    Store(Outcome answer, boolean closes) {
      this.answer = answer;
      this.closes = closes;
    }

    @Override
    public List<OperationKind> operations(Settings settings) {
      return List.of(OperationKind.of("INSERT", "inserts", 1, Need.NEW_KEY));
    }

    @Override
    Outcome execute(Operation operation) {
      clock.parkUntil(clock.nanoTime() + 10 * MS);
      marks.add(mark());
      return answer;
    }

    @Override
    void closeSession() throws IOException {
      closing.run();
      if (!closes) {
        throw new IOException("the last batch was refused");
      }
    }
  }

  private Path out() {
    return directory.resolve("out");
  }

  private String mark() {
    try {
      return Files.readAllLines(out().resolve(LoadMark.FILE)).stream()
          .filter(line -> line.startsWith("loaded="))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunPlan.Builder load() {
    return RunPlan.builder()
        .property("recordcount", "50")
        .interval(Duration.ofMillis(100))
        .loading(0)
        .output(out());
  }

  private RunResult load(Store store) throws RunFailedException {
    return load(store, load());
  }

  private RunResult load(Store store, RunPlan.Builder plan) throws RunFailedException {
    try (Clock.Enrolment enrolment = clock.enrol()) {
      return LoadGenerator.on(clock, store).listener(said).run(plan.build());
    }
  }

  @Test
  void theMarkIsThereFromTheStartAndGrows() throws Exception {
    Store store = new Store(Outcome.OK, true);
    RunResult result = load(store);
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(result.summary().findings()).startsWith("All 50 records are there.");
    assertThat(store.marks).startsWith("loaded=0", "loaded=0").contains("loaded=19");
    assertThat(mark()).isEqualTo("loaded=50");
  }

  @Test
  void whatIsOnlyBatchedIsNotThereUntilAllIsClosed() throws Exception {
    Store store = new Store(BATCHED, true);
    RunResult result = load(store);
    assertThat(store.marks).hasSize(50).containsOnly("loaded=0");
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(result.summary().findings()).startsWith("All 50 records are there.");
    assertThat(mark()).isEqualTo("loaded=50");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLoadThatDoesNotCloseWellClaimsNothing(boolean batches) throws Exception {
    RunResult result = load(new Store(batches ? BATCHED : Outcome.OK, false));
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().outcome()).isEqualTo("failed");
    assertThat(result.summary().findings().getFirst())
        .startsWith("Sessions or driver did not close well")
        .contains("Of 50 records the first 0 are there", "--resume");
    assertThat(problems).anyMatch(problem -> problem.contains("the last batch was refused"));
    assertThat(mark()).isEqualTo("loaded=0");
    assertThat(out().resolve("summary.json"))
        .content()
        .contains("\"failed\"", "did not close well");
  }

  /// As if the last session ended the process.
  @Test
  void aLoadThatIsAbortedAsItClosesClaimsNothing() throws Exception {
    Store store = new Store(Outcome.OK, false);
    LoadGenerator generator = LoadGenerator.on(clock, store).listener(said);
    store.closing = () -> generator.abort(new IllegalStateException("exit"));
    try (Clock.Enrolment enrolment = clock.enrol()) {
      RunResult result = generator.run(load().build());
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.summary().problems()).anyMatch(problem -> problem.contains("exit"));
      assertThat(result.summary().findings()).noneMatch(f -> f.startsWith("All 50 records"));
    }
    assertThat(mark()).isEqualTo("loaded=0");
  }

  @Test
  void aLoadThatFailsOnItsWayKeepsWhatWasAnswered() throws Exception {
    Store store =
        new Store(Outcome.OK, false) {
          @Override
          Outcome execute(Operation operation) {
            return operation.keyNumber() == 20 ? Outcome.failure("REFUSED") : Outcome.OK;
          }
        };
    RunResult result = load(store);
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().findings())
        .anyMatch(f -> f.startsWith("Of 50 records the first 20 are there, and some of the others"))
        .anyMatch(f -> f.startsWith("WARNING: sessions or driver did not close well"));
    assertThat(mark()).isEqualTo("loaded=20");
  }

  @Test
  void aLoadThatGetsNoAnswerHasFailed() throws Exception {
    Store store =
        new Store(Outcome.OK, true) {
          @Override
          Outcome execute(Operation operation) {
            if (operation.keyNumber() == 20) {
              clock.parkUntil(Long.MAX_VALUE / 4);
              return Outcome.failure("GIVEN_UP"); // woken because the run is over
            }
            return Outcome.OK;
          }
        };
    RunResult result = load(store, load().target(Rate.parse("100/s")));
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.summary().problems())
        .contains("30 records were not inserted: the system did not answer");
    assertThat(result.summary().findings())
        .anyMatch(f -> f.startsWith("Of 50 records the first 20 are there: to go on"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loaded=\\uZZZZ", "loaded=51", "loaded=9223372036854775807", "loaded=x"})
  void aDamagedMarkIsRefused(String line) throws Exception {
    load(new Store(Outcome.OK, true));
    Path file = out().resolve(LoadMark.FILE);
    Files.writeString(file, Files.readString(file).replace("loaded=50", line));
    LoadGenerator generator = LoadGenerator.on(clock, new Store(Outcome.OK, true));
    assertThatThrownBy(() -> generator.resumed(load().build(), out()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is malformed: ");
  }
}
