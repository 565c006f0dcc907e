package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadgen.driver.Draws;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.engine.plan.Arrivals;
import dev.loadgen.engine.plan.OpenModel;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.plan.WarmupBacklog;
import dev.loadgen.engine.schedule.ArrivalSequence;
import dev.loadgen.engine.schedule.ConstantRate;
import dev.loadgen.engine.schedule.RandomArrivals;
import dev.loadgen.engine.schedule.RandomArrivals.Distance;
import dev.loadgen.engine.theory.MarkovQueue;
import dev.loadgen.engine.theory.PollaczekKhinchine;
import dev.loadgen.engine.theory.RegenerativeCycles;
import dev.loadgen.engine.time.VirtualClock;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import dev.loadgen.mockdb.model.LatencyModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Queueing theory as the oracle: the production workers on the virtual clock, with Poisson
/// arrivals, must make customers wait as long as theory says that they do in the steady state.
///
/// How far a mean may be off is 4 standard errors, and each test also says how small that error is
/// at least. It comes from the asymptotic variance where that is known, else from regenerative
/// cycles. Runs begin with nobody there; at least 10 relaxation times go by before customers count.
class QueueingTheoryTest {
  private static final long MS = 1_000_000; // the mean service time
  private static final long SEED = 20;
  private static final double SURE = 4; // standard errors
  private static final double HISTOGRAM = 0.001; // resolution of recorded waits
  private static final String LONG = "loadgen.long";

  /// How the engine is asked for a queue with c servers.
  enum Model {
    /// c workers that share a schedule.
    CLOSED,
    /// At most c in flight, of asynchronous sessions.
    ASYNC,
    /// At most c in flight, each on a virtual thread.
    BLOCKING
  }

  /// A distribution of service times, of mean 1 ms.
  enum Service {
    EXPONENTIAL(1) {
      @Override
      LongUnaryOperator draws(long seed) {
        return new LatencyModel.Exponential(MS, seed)::serviceNs;
      }
    },
    FIXED(0) {
      @Override
      LongUnaryOperator draws(long seed) {
        return new LatencyModel.Fixed(MS)::serviceNs;
      }
    },
    /// σ = 1.
    LOGNORMAL(Math.E - 1) {
      @Override
      LongUnaryOperator draws(long seed) {
        return new LatencyModel.Lognormal(Math.round(MS * Math.exp(-0.5)), 1, seed)::serviceNs;
      }
    },
    /// One of two exponential ones: a fifth of the customers is served for a mean of 3 ms, the
    /// others for one of 0.5 ms. The second moment is 2 · (0.2 · 9 + 0.8 · 0.25) = 4.
    HYPEREXPONENTIAL(3) {
      @Override
      LongUnaryOperator draws(long seed) {
        LatencyModel brief = new LatencyModel.Exponential(MS / 2, seed);
        LatencyModel tedious = new LatencyModel.Exponential(3 * MS, seed);
        return k -> (Draws.unit(seed, k, 7) < 0.2 ? tedious : brief).serviceNs(k);
      }
    };

    private final double squaredVariation;

    Service(double squaredVariation) {
      this.squaredVariation = squaredVariation;
    }

    abstract LongUnaryOperator draws(long seed);
  }

  private final VirtualClock clock = new VirtualClock(4_321, 1_700_000_000_000L);

  private static Rate rate(MarkovQueue queue) {
    double perSecond = queue.servers() * queue.utilisation() / queue.meanServiceNs() * 1e9;
    return new Rate(Math.round(perSecond), 1_000_000_000);
  }

  private static ArrivalSequence arrivals(MarkovQueue queue, int split, long seed) {
    Rate rate = rate(queue);
    ConstantRate timetable = new ConstantRate(rate.operations(), rate.perNs());
    return new RandomArrivals(timetable, Distance.EXPONENTIAL, split, seed);
  }

  private static Duration warmup(MarkovQueue queue, double squaredVariation) {
    double stretch = Math.max(1, (1 + squaredVariation) / 2);
    return Duration.ofNanos((long) (10 * stretch * queue.relaxationNs()));
  }

  private static RunPlan.Builder plan(
      MarkovQueue queue, long seed, Duration warmup, long customers) {
    return RunPlan.builder()
        .target(rate(queue))
        .arrivals(Arrivals.parse("poisson"))
        .seed(seed)
        .operations(customers)
        .warmup(warmup)
        .warmupBacklog(WarmupBacklog.KEEP)
        .interval(Duration.ofHours(1))
        .drain(Duration.ofHours(1));
  }

  private static RunPlan.Builder with(RunPlan.Builder plan, Model model, int servers) {
    return switch (model) {
      case CLOSED -> plan.threads(servers).schedule(ScheduleMode.SHARED);
      case ASYNC -> plan.open(open(servers, SessionStyle.ASYNC));
      case BLOCKING -> plan.open(open(servers, SessionStyle.BLOCKING));
    };
  }

  private static OpenModel open(int servers, SessionStyle style) {
    return new OpenModel(servers, 1, Optional.empty(), Optional.of(style));
  }

  private record Observation(OperationSummary all, Station station) {
    RegenerativeCycles cycles() {
      return station.cycles();
    }

    double recordedWaitNs() {
      return all.response().mean().value() - all.service().mean().value();
    }

    double recordedWaiting() {
      return 1 - (double) all.waiting().lower().getCountAtValue(0) / all.waiting().count();
    }
  }

  /// Runs a queue, and checks what holds whatever theory says: nothing is lost, the generator adds
  /// nothing, what is recorded is what the servers saw.
  private Observation observe(
      MarkovQueue queue, Service service, Model model, long customers, double... levels)
      throws Exception {
    Duration warmup = warmup(queue, service.squaredVariation);
    // One for each queue; so the models meet the same customers.
    long seed = Draws.derive(SEED, service + " " + queue);
    boolean memoryless = service == Service.EXPONENTIAL;
    int usual = (int) Math.min(queue.servers() - 1, queue.servers() * queue.utilisation());
    Station station =
        new Station(
            clock,
            arrivals(queue, 1, Draws.derive(seed, "arrivals")),
            service.draws(Draws.derive(seed, "station")),
            queue.servers(),
            warmup.toNanos(),
            memoryless ? usual : 0,
            levels);
    RunSummary summary =
        LoadGenerator.on(clock, new SimulatedDriver(clock, station))
            .run(with(plan(queue, seed, warmup, customers), model, queue.servers()).build())
            .summary();
    OperationSummary all = summary.all();
    assertThat(summary.ledger()).isEqualTo(new Ledger(customers, customers, 0, 0, 0, 0));
    assertThat(station.counted()).isEqualTo(customers);
    assertThat(station.isOverbooked()).isFalse();
    assertThat(all.lag().max().value()).isZero();
    Observation observation = new Observation(all, station);
    double meanNs = (double) station.waitSumNs() / customers;
    assertThat(observation.recordedWaitNs()).isCloseTo(meanNs, within(1e-3));
    assertThat(all.waiting().mean().value()).isCloseTo(meanNs, within(1e-3));
    assertThat(observation.recordedWaiting() * customers)
        .isCloseTo((double) station.waited(), within(1e-3));
    return observation;
  }

  private static void agrees(String what, double seen, double expected, double error) {
    assertThat(seen).as(what).isCloseTo(expected, within(SURE * error));
  }

  private static void meanWaitAgrees(
      Observation seen, double expectedNs, double errorNs, double relative) {
    assertThat(errorNs / expectedNs).as("standard error").isLessThanOrEqualTo(relative);
    agrees("mean wait", seen.recordedWaitNs(), expectedNs, errorNs);
  }

  private static void waitingAgree(Observation seen, double expected) {
    agrees(
        "fraction that waits",
        seen.recordedWaiting(),
        expected,
        seen.cycles().error(Station.WAITED));
  }

  /// M/M/c: the mean wait, how many wait at all, and how waits are distributed.
  private void exponentialService(
      Model model, int servers, double utilisation, int thousands, double relative)
      throws Exception {
    long customers = thousands * 1000L;
    MarkovQueue queue = new MarkovQueue(servers, utilisation, MS);
    double[] fractions = {queue.waiting() / 2, queue.waiting() / 10};
    double[] levels = {queue.exceededByNs(fractions[0]), queue.exceededByNs(fractions[1])};
    Observation seen = observe(queue, Service.EXPONENTIAL, model, customers, levels);

    double errorNs = seen.cycles().error(Station.WAIT);
    if (servers == 1) {
      double knownNs = queue.errorOfMeanWaitNs(customers);
      assertThat(errorNs).isCloseTo(knownNs, within(0.25 * knownNs));
      errorNs = knownNs;
    }
    meanWaitAgrees(seen, queue.meanWaitNs(), errorNs, relative);
    waitingAgree(seen, queue.waiting());
    for (int i = 0; i < levels.length; i++) {
      double error = seen.cycles().error(Station.EXCEEDED + i);
      agrees("exceeded", seen.cycles().mean(Station.EXCEEDED + i), fractions[i], error);
      double percentile = 100 * (1 - fractions[i]);
      double slackNs = SURE * error / queue.densityAt(fractions[i]) + HISTOGRAM * levels[i];
      assertThat(seen.all().waiting().percentile(percentile).value())
          .as("p%s of waits", percentile)
          .isCloseTo(levels[i], within(slackNs));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CLOSED, 1, 0.5, 1000, 0.006",
    "CLOSED, 1, 0.8, 1300, 0.01",
    "CLOSED, 4, 0.5, 300, 0.03",
    "CLOSED, 4, 0.8, 300, 0.03",
    "CLOSED, 10, 0.5, 300, 0.06",
    "CLOSED, 10, 0.8, 300, 0.04",
    "ASYNC, 4, 0.5, 50, 0.06",
    "ASYNC, 4, 0.8, 50, 0.08",
    "ASYNC, 10, 0.5, 50, 0.15",
    "ASYNC, 10, 0.8, 50, 0.1",
    "BLOCKING, 4, 0.5, 50, 0.06",
    "BLOCKING, 4, 0.8, 50, 0.08",
    "BLOCKING, 10, 0.5, 50, 0.15",
    "BLOCKING, 10, 0.8, 50, 0.1",
  })
  void waitsOfExponentialServiceAgreeWithErlang(
      Model model, int servers, double utilisation, int thousands, double relative)
      throws Exception {
    exponentialService(model, servers, utilisation, thousands, relative);
  }

  @ParameterizedTest
  @CsvSource({
    "CLOSED, 1, 0.95, 17000, 0.01",
    "CLOSED, 4, 0.5, 1500, 0.01",
    "CLOSED, 4, 0.8, 2500, 0.01",
    "CLOSED, 4, 0.95, 4000, 0.025",
    "CLOSED, 10, 0.5, 2000, 0.02",
    "CLOSED, 10, 0.8, 2000, 0.015",
    "CLOSED, 10, 0.95, 4000, 0.025",
    "ASYNC, 10, 0.5, 500, 0.04",
    "ASYNC, 10, 0.8, 500, 0.03",
    "ASYNC, 4, 0.95, 1000, 0.05",
    "BLOCKING, 10, 0.5, 500, 0.04",
    "BLOCKING, 10, 0.8, 500, 0.03",
    "BLOCKING, 4, 0.95, 1000, 0.05",
  })
  @EnabledIfSystemProperty(named = LONG, matches = "true")
  void soTheyDoAtLength(
      Model model, int servers, double utilisation, int thousands, double relative)
      throws Exception {
    exponentialService(model, servers, utilisation, thousands, relative);
  }

  /// M/G/1: the mean wait, and how many wait at all.
  private void anyService(Service service, double utilisation, int thousands, double relative)
      throws Exception {
    MarkovQueue likewise = new MarkovQueue(1, utilisation, MS);
    Observation seen = observe(likewise, service, Model.CLOSED, thousands * 1000L);
    meanWaitAgrees(
        seen,
        PollaczekKhinchine.meanWaitNs(utilisation, MS, service.squaredVariation),
        seen.cycles().error(Station.WAIT),
        relative);
    waitingAgree(seen, utilisation);
  }

  @ParameterizedTest
  @CsvSource({
    "FIXED, 0.5, 300, 0.007",
    "FIXED, 0.8, 300, 0.02",
    "LOGNORMAL, 0.5, 1000, 0.01",
    "LOGNORMAL, 0.8, 1000, 0.02",
    "HYPEREXPONENTIAL, 0.5, 1000, 0.01",
    "HYPEREXPONENTIAL, 0.8, 1000, 0.02",
  })
  void waitsOfAnyServiceAgreeWithPollaczekAndKhinchine(
      Service service, double utilisation, int thousands, double relative) throws Exception {
    anyService(service, utilisation, thousands, relative);
  }

  @ParameterizedTest
  @CsvSource({
    "FIXED, 0.95, 8000, 0.01",
    "LOGNORMAL, 0.95, 20000, 0.02",
    "HYPEREXPONENTIAL, 0.95, 20000, 0.02",
  })
  @EnabledIfSystemProperty(named = LONG, matches = "true")
  void soTheyDoAtLength(Service service, double utilisation, int thousands, double relative)
      throws Exception {
    anyService(service, utilisation, thousands, relative);
  }

  /// A Poisson process of its own for each worker is a worse queue than one that they share: a
  /// customer waits for its own worker while another idles.
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8})
  void arrivalsSplitPerThreadAreAQueueForEachAndWorse(double utilisation) throws Exception {
    int workers = 4;
    long customers = 100_000;
    MarkovQueue own = new MarkovQueue(1, utilisation, MS);
    MarkovQueue shared = new MarkovQueue(workers, utilisation, MS);
    Duration warmup = warmup(own, 1);
    Station[] stations = new Station[workers];
    for (int i = 0; i < workers; i++) {
      long seed = Draws.derive(Draws.derive(SEED, "arrivals"), "worker" + i);
      LongUnaryOperator service = Service.EXPONENTIAL.draws(Draws.derive(SEED, "station" + i));
      ArrivalSequence arrivals = arrivals(shared, workers, seed);
      stations[i] = new Station(clock, arrivals, service, 1, warmup.toNanos(), 0);
    }
    LongUnaryOperator deal = k -> stations[(int) (k % workers)].applyAsLong(k / workers);
    RunPlan plan =
        plan(shared, SEED, warmup, customers)
            .threads(workers)
            .schedule(ScheduleMode.PER_THREAD)
            .build();
    OperationSummary all =
        LoadGenerator.on(clock, new SimulatedDriver(clock, deal)).run(plan).summary().all();
    double splitNs = all.response().mean().value() - all.service().mean().value();
    double seenNs = Arrays.stream(stations).mapToDouble(Station::waitSumNs).sum() / customers;
    assertThat(splitNs).isCloseTo(seenNs, within(1e-3));
    agrees("split", splitNs, own.meanWaitNs(), own.errorOfMeanWaitNs(customers));

    Observation together = observe(shared, Service.EXPONENTIAL, Model.CLOSED, customers);
    double errorNs = together.cycles().error(Station.WAIT);
    agrees("shared", together.recordedWaitNs(), shared.meanWaitNs(), errorNs);
    assertThat(splitNs).isGreaterThan(4 * together.recordedWaitNs());
  }
}
