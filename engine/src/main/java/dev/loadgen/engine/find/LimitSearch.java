package dev.loadgen.engine.find;

import dev.loadgen.driver.Draws;
import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.RunFailedException;
import dev.loadgen.engine.find.Limit.Ending;
import dev.loadgen.engine.find.Probe.Tail;
import dev.loadgen.engine.find.Probe.Verdict;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.time.Clock;
import dev.loadgen.engine.time.SystemClock;
import dev.loadgen.histograms.summary.Bound;
import dev.loadgen.histograms.summary.Figures;
import dev.loadgen.histograms.summary.Ledger;
import dev.loadgen.histograms.summary.ObjectiveSummary;
import dev.loadgen.histograms.summary.OperationSummary;
import dev.loadgen.histograms.summary.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Finds the highest rate at which objectives hold, by runs at several rates: [Evidence] says
/// which.
///
/// ```java
/// Limit limit =
///     LimitSearch.of(LoadGenerator.of(new MyDriverProvider()), plan, Optional.empty()).run();
/// ```
///
/// Made and run by one thread; [#stop] may be called from any.
public final class LimitSearch {
  private final LoadGenerator generator;
  private final Clock clock;
  private final SearchPlan plan;
  private final Evidence evidence;
  private final ProbeTable table;
  private final SearchFiles files;
  private final Map<String, String> identity;
  private final Optional<Path> directory;
  private SearchListener listener = SearchListener.NONE;
  private long longestNs;
  private volatile boolean stopped;

  private LimitSearch(
      LoadGenerator generator, Clock clock, SearchPlan plan, Optional<Path> directory) {
    this.generator = generator;
    this.clock = clock;
    this.plan = plan;
    this.directory = directory;
    this.evidence = new Evidence(plan);
    this.table = new ProbeTable(plan.run().objectives(), plan.range());
    this.identity = identity(generator, plan);
    this.files = new SearchFiles(directory, identity, table);
  }

  /// A search on the machine's clock.
  ///
  /// @param directory for what it leaves; empty to leave nothing
  /// @throws PlanException if the plan does not fit the driver
  public static LimitSearch of(LoadGenerator generator, SearchPlan plan, Optional<Path> directory) {
    return new LimitSearch(generator, new SystemClock(), plan, directory);
  }

  /// A search whose budget is of another clock's time.
  public static LimitSearch on(
      Clock clock, LoadGenerator generator, SearchPlan plan, Optional<Path> directory) {
    return new LimitSearch(generator, clock, plan, directory);
  }

  /// Sets who hears of it while it goes on.
  public LimitSearch listener(SearchListener newListener) {
    listener = Objects.requireNonNull(newListener, "listener");
    return this;
  }

  /// Takes over the probes that a former search left in the directory of this one.
  ///
  /// @throws IOException if there are none that can be read
  /// @throws PlanException if it was another search
  public LimitSearch resume() throws IOException {
    files.read().forEach(evidence::add);
    return this;
  }

  /// By what a search is told: everything that its probes depend on.
  private static Map<String, String> identity(LoadGenerator generator, SearchPlan plan) {
    Map<String, String> identity = new LinkedHashMap<>();
    flatten("", generator.describe(plan.run()), identity);
    identity.remove("target_per_second");
    identity.put("target", plan.range().toString());
    return identity;
  }

  private static void flatten(String prefix, Map<?, ?> members, Map<String, String> into) {
    members.forEach((name, value) -> {
      if (value instanceof Map<?, ?> inner) {
        flatten(name + ".", inner, into);
      } else if (value != null) {
        into.put(prefix + name, value.toString());
      }
    });
  }

  /// Ends it: the present run ends now, and no other begins. Called a second time, that run's drain
  /// is skipped.
  public void stop() {
    stopped = true;
    generator.stop();
  }

  /// Searches; what was found is on disk after every probe.
  ///
  /// @throws PlanException if the plan does not fit the driver
  /// @throws RunFailedException if not even one probe could be made
  public Limit run() throws RunFailedException {
    long startNs = clock.nanoTime();
    Limit limit = new Limit(plan, evidence, Ending.COMPLETE, "");
    try {
      for (Optional<Rate> rate = evidence.next(); rate.isPresent(); rate = evidence.next()) {
        if (stopped) {
          return left(Ending.INTERRUPTED, "");
        }
        if (!affordable(startNs)) {
          return left(Ending.OUT_OF_BUDGET, "");
        }
        Optional<Limit> end = probe(rate.get());
        if (end.isPresent()) {
          return end.get();
        }
      }
      files.write(limit);
    } catch (IOException e) {
      return new Limit(plan, evidence, Ending.FAILED, e.getMessage());
    }
    return limit;
  }

  /// Whether another probe fits into the budget: the first always does.
  private boolean affordable(long startNs) {
    if (plan.budget().isEmpty()) {
      return true;
    }
    long leftNs = plan.budget().get().toNanos() - (clock.nanoTime() - startNs);
    long nextNs = longestNs == 0 ? plan.probeLength().toNanos() : longestNs;
    return leftNs >= nextNs || evidence.probes().isEmpty();
  }

  private Limit left(Ending ending, String failure) throws IOException {
    Limit limit = new Limit(plan, evidence, ending, failure);
    if (!evidence.probes().isEmpty()) {
      files.write(limit);
    }
    return limit;
  }

  /// Makes a probe.
  ///
  /// @return what the search comes to, if it ends with it
  private Optional<Limit> probe(Rate rate) throws RunFailedException, IOException {
    int number = evidence.probes().size() + 1;
    Optional<Path> place = files.place(number, rate.toString());
    long seed = seed(evidence.at(rate).size());
    RunPlan run = plan.run().toBuilder().target(rate).seed(seed).output(place.orElse(null)).build();
    BacklogTrend trend = new BacklogTrend(listener);
    listener.probing(number, rate);
    long startNs = clock.nanoTime();
    RunResult result;
    try {
      result = generator.listener(trend).run(run);
    } catch (RunFailedException e) {
      boolean interrupted = e.exitCode() == RunStatus.INTERRUPTED.exitCode();
      if (evidence.probes().isEmpty()) {
        throw e;
      }
      return Optional.of(left(interrupted ? Ending.INTERRUPTED : Ending.FAILED, e.getMessage()));
    }
    longestNs = Math.max(longestNs, clock.nanoTime() - startNs);
    if (result.status() == RunStatus.INTERRUPTED) {
      return Optional.of(left(Ending.INTERRUPTED, ""));
    }
    String name = place.map(path -> path.getFileName().toString()).orElse("");
    Probe probe = probe(number, run, result.summary(), trend, name);
    if (result.status() == RunStatus.FAILED && !(overloaded(run, result) && !probe.held())) {
      String problem = String.join("; ", result.summary().problems());
      return Optional.of(
          left(Ending.FAILED, "at " + rate + ": " + (problem.isEmpty() ? name : problem)));
    }
    evidence.add(probe);
    listener.probed(probe);
    files.write(new Limit(plan, evidence, Ending.COMPLETE, ""));
    return Optional.empty();
  }

  /// Where a lower rate held, operations that fail, all of them or too many, are what the system
  /// does at this one. Whatever else makes a run fail is no answer.
  private boolean overloaded(RunPlan run, RunResult result) {
    Ledger ledger = result.summary().ledger();
    boolean refused = ledger.succeeded() == 0 || ledger.failed() > run.maxErrors();
    return refused && evidence.highestHeld().isPresent();
  }

  /// The first run at a rate has the seed of the plan, as the first runs at all others: so they
  /// differ by their rates. Further ones have their own, which programs that keep numbers in
  /// doubles can read.
  private long seed(int before) {
    long seed = plan.run().seed();
    return before == 0 ? seed : Draws.derive(seed, "repeat" + before) >>> 11;
  }

  private Probe probe(
      int number, RunPlan run, RunSummary summary, BacklogTrend trend, String directory) {
    OperationSummary all = summary.all();
    long due = summary.ledger().scheduled();
    boolean grows = trend.grows(due, summary.offeredPerSecond(), all);
    ProbeVerdict verdict = ProbeVerdict.of(run, summary, grows);
    String problems = String.join("; ", summary.problems());
    List<Double> figures = new ArrayList<>();
    for (int i = 0; i < run.objectives().size(); i++) {
      ObjectiveSummary judged = summary.objectives().get(i);
      Objective objective = run.objectives().get(i);
      figures.add(objective.comparison().isCeiling() ? judged.atMost() : judged.atLeast());
    }
    return new Probe(
        number,
        run.target().orElseThrow().firstRate(),
        run.seed(),
        verdict.verdict(),
        summary.offeredPerSecond(),
        all.achievedPerSecond(),
        due == 0 ? Double.NaN : (double) all.failed() / due,
        all.censored(),
        tail(all.service()),
        tail(all.response()),
        all.lag().percentile(99).value(),
        trend.perSecond(),
        grows,
        figures,
        directory,
        verdict.verdict() == Verdict.HELD || problems.isEmpty()
            ? verdict.reason()
            : verdict.reason() + "; " + problems);
  }

  private static Tail tail(Figures figures) {
    return new Tail(bound(figures, 50), bound(figures, 99), bound(figures, 99.9));
  }

  private static Bound bound(Figures figures, double percentile) {
    return figures.percentile(percentile);
  }

  /// The search and its result in members, as in `find.json`.
  public Map<String, Object> summary(Limit limit) {
    return SearchSummary.of(limit, identity, table);
  }

  /// Where it leaves what it found.
  public Optional<Path> directory() {
    return directory;
  }
}
