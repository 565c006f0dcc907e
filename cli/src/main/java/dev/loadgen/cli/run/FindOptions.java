package dev.loadgen.cli.run;

import dev.loadgen.driver.Quantities;
import dev.loadgen.engine.find.RateRange;
import dev.loadgen.engine.find.SearchPlan;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.plan.RateProfile;
import dev.loadgen.engine.plan.RunPlan;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of `loadgen find`: those of `run`, with a range of rates for a target, and those of
/// the search.
final class FindOptions extends RunOptions {
  @ArgGroup(validate = false, heading = "%nSearch%n", order = 9)
  Search search = new Search();

  private RateRange range;
  private double precision = SearchPlan.DEFAULT_PRECISION;
  private int repeats = SearchPlan.DEFAULT_REPEATS;
  private Duration budget;

  static final class Search {
    @Option(
        names = "--precision",
        paramLabel = "PERCENT",
        description =
            "How near the rate that holds and the next that misses must lie to one another."
                + " Default: 2%%.")
    String precision;

    @Option(
        names = "--repeats",
        paramLabel = "N",
        description = "Runs, with other seeds, at the rate that is reported. Default: 3.")
    String repeats;

    @Option(
        names = "--budget",
        paramLabel = "TIME",
        description =
            "How long it may take: no run begins that would not end in time. Default: for as long as"
                + " it takes.")
    String budget;
  }

  /// A range: the plan itself has its lowest rate.
  @Override
  RateProfile profile(String text) {
    range = RateRange.parse(text);
    return RateProfile.constant(range.low());
  }

  @Override
  void setMore(RunPlan.Builder plan) {
    if (range == null) {
      throw new PlanException(NO_RANGE);
    }
    super.setMore(plan);
    set("--precision", search.precision, FindOptions::percentage, value -> precision = value);
    set("--repeats", search.repeats, FindOptions::smallNumber, value -> repeats = value);
    set("--budget", search.budget, PlanOptions::duration, value -> budget = value);
  }

  private static final String NO_RANGE = "find needs a range of rates: --target 1k..50k";

  /// What is searched for.
  ///
  /// @throws PlanException if that cannot be found
  SearchPlan searchPlan(RunPlan plan) {
    if (range == null) {
      throw new PlanException(NO_RANGE);
    }
    return new SearchPlan(plan, range, precision, repeats, Optional.ofNullable(budget));
  }

  private static double percentage(String text) {
    String number = text.strip();
    if (!number.endsWith("%")) {
      throw new PlanException("expected a percentage, as in 2%");
    }
    try {
      return Quantities.decimal(number.substring(0, number.length() - 1)) / 100;
    } catch (IllegalArgumentException e) {
      throw new PlanException("expected a percentage, as in 2%", e);
    }
  }

  private static int smallNumber(String text) {
    return (int) Math.min(Integer.MAX_VALUE, Quantities.count(text));
  }
}
