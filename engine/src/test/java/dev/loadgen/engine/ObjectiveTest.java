package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Objective.Comparison;
import dev.loadgen.engine.plan.Objective.Latency;
import dev.loadgen.engine.plan.Objective.Moment;
import dev.loadgen.engine.plan.Objective.Percentile;
import dev.loadgen.engine.plan.Objective.Series;
import dev.loadgen.engine.plan.Objective.Share;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.Replay;
import dev.loadgen.engine.plan.RunPlan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {
  @Test
  void itsPartsAreRead() {
    assertThat(Objective.parse("response.p99 < 20ms"))
        .isEqualTo(
            new Objective(
                Optional.empty(),
                new Latency(Series.RESPONSE, new Percentile(99)),
                Comparison.BELOW,
                20e6));
    assertThat(Objective.parse("READ.response.p99.9<=5ms"))
        .isEqualTo(
            new Objective(
                Optional.of("READ"),
                new Latency(Series.RESPONSE, new Percentile(99.9)),
                Comparison.AT_MOST,
                5e6));
    assertThat(Objective.parse("achieved > 99%"))
        .isEqualTo(new Objective(Optional.empty(), Share.ACHIEVED, Comparison.ABOVE, 0.99));
    assertThat(Objective.parse(" read.Service.MEAN < 1ms "))
        .isEqualTo(
            new Objective(
                Optional.of("READ"),
                new Latency(Series.SERVICE, Moment.MEAN),
                Comparison.BELOW,
                1e6));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "response.p99 < 20ms",
        "READ.response.p99.9 <= 5ms",
        "service.mean < 1ms",
        "response.max < 1s",
        "wait.p50 < 250us",
        "READ_ALL.lag.p99.99 <= 1.5s",
        "errors < 0.1%",
        "READ.errors <= 1%",
        "achieved > 99.95%",
        "achieved >= 100%",
      })
  void itIsWrittenAsItIsRead(String text) {
    Objective objective = Objective.parse(text);
    assertThat(objective.toString()).isEqualTo(text);
    assertThat(Objective.parse(objective.toString())).isEqualTo(objective);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "fast | expected an objective, as in 'response.p99 < 20ms'",
        "response.p99 | expected an objective",
        "response.p99 < | expected an objective",
        "response.p99 = 20ms | expected an objective",
        "response.p99 < 20ms < 30ms | expected an objective",
        "a.b.c.d < 20ms | expected an objective",
        "response.p99 < 20 | '20': expected a duration",
        "response.p99 < fast | 'fast': expected a duration",
        "response.p99 < 0 | no latency can keep to this limit",
        "response.p99 > 20ms | latencies are to be low",
        "response.p0 < 20ms | expected a percentile above p0 and below p100",
        "response.p100 < 20ms | expected a percentile above p0 and below p100",
        "response.p < 20ms | there is no figure p",
        "response.p9.9.9 < 20ms | there is no figure p9.9.9",
        "response.median < 20ms | there is no figure median: did you mean mean?",
        "response < 20ms | which figure of response?",
        "READ.response < 20ms | which figure of response?",
        "respnose.p99 < 20ms | there is no series respnose: did you mean response?",
        "READ.p99 < 20ms | there is no series READ: expected response, service",
        "READ.latency.p99 < 20ms | there is no series latency: expected",
        "erros < 1% | there is no metric erros: did you mean errors?",
        "p99 < 20ms | p99 of what? expected response.p99 or service.p99",
        "speed < 1% | there is no metric speed: expected errors, achieved",
        "READ.erors < 1% | there is no metric erors: did you mean errors?",
        "errors < 1ms | '1ms': expected a percentage, as in 0.1%",
        "errors < 0.01 | '0.01': expected a percentage",
        "errors < x% | 'x%': expected a percentage",
        "errors < 101% | expected a share of 0% to 100%",
        "errors < -1% | expected a share of 0% to 100%",
        "errors < 0% | no run can keep to this limit",
        "errors > 1% | errors are to be few",
        "achieved < 99% | what is achieved is to be much",
        "achieved > 100% | no run can keep to this limit",
      })
  void whatItIsNotIsSaidInASentence(String text, String sentence) {
    assertThatThrownBy(() -> Objective.parse(text))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith(sentence);
  }

  @Test
  void anEmptyOneIsRefused() {
    assertThatThrownBy(() -> Objective.parse("")).isInstanceOf(PlanException.class);
  }

  @Test
  void operationsThatAreNotSentAreRefusedWithTheNearest() {
    Objective objective = Objective.parse("RAED.errors < 1%");
    assertThatThrownBy(() -> objective.requireKnown(List.of("READ", "UPDATE")))
        .isInstanceOf(PlanException.class)
        .hasMessage("--slo 'RAED.errors < 1%': no RAED is sent: did you mean READ?");
    Objective scan = Objective.parse("SCAN.errors < 1%");
    assertThatThrownBy(() -> scan.requireKnown(List.of("READ", "UPDATE")))
        .hasMessage("--slo 'SCAN.errors < 1%': no SCAN is sent, only READ, UPDATE");
    scan.requireKnown(List.of("SCAN"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"response.p99 < 1s", "wait.mean < 1s", "lag.max < 1s", "achieved > 9%"})
  void withoutAScheduleThereIsNothingToJudge(String text) {
    RunPlan.Builder plan = RunPlan.builder().objective(Objective.parse(text));
    assertThatThrownBy(plan::build)
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("--slo '" + text + "': ")
        .hasMessageContaining("--target");
    plan.target(Rate.parse("10")).build();
  }

  @Test
  void serviceAndErrorsNeedNoSchedule() {
    RunPlan plan =
        RunPlan.builder()
            .objective(Objective.parse("service.p99 < 1s"))
            .objective(Objective.parse("errors < 1%"))
            .build();
    assertThat(plan.objectives()).hasSize(2);
  }

  @Test
  void endingEarlyNeedsObjectivesAndASchedule() {
    Objective objective = Objective.parse("service.p99 < 1s");
    assertThatThrownBy(() -> RunPlan.builder().target(Rate.parse("10")).abortOnMiss(true).build())
        .hasMessageContaining("--abort-on-slo: needs --slo");
    assertThatThrownBy(() -> RunPlan.builder().objective(objective).abortOnMiss(true).build())
        .hasMessageContaining("--abort-on-slo: needs --target");
    RunPlan replay = // as long as its recording, which is read beforehand
        RunPlan.builder()
            .replay(new Replay(java.nio.file.Path.of("x.csv"), 1))
            .objective(objective)
            .abortOnMiss(true)
            .build();
    assertThat(replay.abortOnMiss()).isTrue();
  }
}
