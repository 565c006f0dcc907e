package dev.loadgen.engine.plan;

import dev.loadgen.driver.Names;
import dev.loadgen.driver.Quantities;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a run is to achieve: a figure, and the limit that it must keep to. `response.p99 < 20ms`,
/// `READ.errors <= 1%`, `achieved > 99%`.
///
/// @param operation the kind of operation whose figure it is; empty for all together
/// @param metric the figure
/// @param comparison on which side of the limit it must lie
/// @param limit ns for a latency, 0 to 1 for a share
public record Objective(
    Optional<String> operation, Metric metric, Comparison comparison, double limit) {
  /// A figure of a run.
  public sealed interface Metric {}

  /// A figure of a series of latencies.
  public record Latency(Series series, Statistic statistic) implements Metric {
    @Override
    public String toString() {
      return spelling(series) + "." + statistic;
    }
  }

  /// The share of something in all operations that were due.
  public enum Share implements Metric {
    /// Those that failed.
    ERRORS,
    /// Those that completed, well or badly, before the window was over.
    ACHIEVED
  }

  /// A series of latencies.
  public enum Series {
    /// From the intended start to the answer.
    RESPONSE,
    /// From the call of the driver to the answer.
    SERVICE,
    /// Waiting behind others of a slow system.
    WAIT,
    /// Lateness of the generator.
    LAG
  }

  /// A figure of a series.
  public sealed interface Statistic {}

  /// The value that a percentage of the operations does not exceed.
  ///
  /// @param percentage above 0, below 100
  public record Percentile(double percentage) implements Statistic {
    @Override
    public String toString() {
      return "p" + plain(percentage);
    }
  }

  /// A figure without a number.
  public enum Moment implements Statistic {
    /// The mean.
    MEAN,
    /// The largest.
    MAX;

    @Override
    public String toString() {
      return spelling(this);
    }
  }

  /// On which side of the limit a figure must lie.
  public enum Comparison {
    /// Less than the limit.
    BELOW("<"),
    /// The limit or less.
    AT_MOST("<="),
    /// More than the limit.
    ABOVE(">"),
    /// The limit or more.
    AT_LEAST(">=");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    /// Whether a figure keeps to a limit; what is no number does not.
    public boolean holds(double figure, double limit) {
      return switch (this) {
        case BELOW -> figure < limit;
        case AT_MOST -> figure <= limit;
        case ABOVE -> figure > limit;
        case AT_LEAST -> figure >= limit;
      };
    }

    /// Whether less is better.
    public boolean isCeiling() {
      return this == BELOW || this == AT_MOST;
    }

    @Override
    public String toString() {
      return sign;
    }
  }

  private static final String FORM =
      "expected an objective, as in 'response.p99 < 20ms', 'READ.service.mean <= 1ms',"
          + " 'errors < 0.1%', 'achieved > 99%'";
  private static final List<String> FIGURES = List.of("mean", "max", "p99", "p99.9");
  private static final Pattern PARTS = Pattern.compile("([^<>=]+)(<=|>=|<|>)([^<>=]+)");
  private static final Pattern PERCENTILE = Pattern.compile("p([0-9]{1,3}(?:\\.[0-9]{1,9})?)");
  private static final Pattern STATISTIC = Pattern.compile("p[0-9.]*|mean|max");
  private static final Pattern LEFT = // a percentile may have a dot of its own
      Pattern.compile("(?:(\\S+?)\\.)?([pP][0-9][0-9.]*|[^.\\s]+)");

  /// @throws PlanException if limit or comparison do not fit the metric
  public Objective {
    if (metric instanceof Share share) {
      if (!(limit >= 0 && limit <= 1)) {
        throw new PlanException("expected a share of 0% to 100%");
      }
      if (comparison.isCeiling() != (share == Share.ERRORS)) {
        throw new PlanException(
            share == Share.ERRORS
                ? "errors are to be few: expected < or <="
                : "what is achieved is to be much: expected > or >=");
      }
      if (!comparison.holds(share == Share.ERRORS ? 0 : 1, limit)) {
        throw new PlanException("no run can keep to this limit");
      }
    } else {
      if (!comparison.isCeiling()) {
        throw new PlanException("latencies are to be low: expected < or <=");
      }
      if (!(limit > 0)) {
        throw new PlanException("no latency can keep to this limit");
      }
    }
  }

  /// Reads an objective.
  ///
  /// @throws PlanException if it is malformed; the message does not name the option
  public static Objective parse(String text) {
    Matcher parts = PARTS.matcher(text.strip());
    if (!parts.matches()) {
      throw new PlanException(FORM);
    }
    Matcher left = LEFT.matcher(parts.group(1).strip());
    if (!left.matches()) {
      throw new PlanException(FORM);
    }
    Comparison comparison =
        Arrays.stream(Comparison.values())
            .filter(candidate -> candidate.sign.equals(parts.group(2)))
            .findFirst()
            .orElseThrow();
    String right = parts.group(3).strip();
    String last = left.group(2);
    String[] before = left.group(1) == null ? new String[0] : left.group(1).split("\\.", -1);
    boolean statistic = STATISTIC.matcher(last.toLowerCase(Locale.ROOT)).matches();
    if (before.length > 2) {
      throw new PlanException(FORM);
    }
    if (before.length == 0 || (before.length == 1 && !statistic)) { // errors, READ.errors
      if (before.length == 1 && known(Series.values(), before[0]).isPresent()) {
        throw new PlanException(unknown("figure", last, FIGURES));
      }
      Optional<String> operation = operation(before, 1);
      return new Objective(operation, share(last), comparison, percentage(right));
    }
    Latency latency = new Latency(series(before[before.length - 1]), statistic(last));
    return new Objective(operation(before, 2), latency, comparison, duration(right));
  }

  private static Optional<String> operation(String[] words, int most) {
    return words.length < most ? Optional.empty() : Optional.of(words[0].toUpperCase(Locale.ROOT));
  }

  private static Series series(String word) {
    return known(Series.values(), word)
        .orElseThrow(() -> new PlanException(unknown("series", word, spellings(Series.values()))));
  }

  private static Share share(String word) {
    return known(Share.values(), word)
        .orElseThrow(() -> {
          if (known(Series.values(), word).isPresent()) {
            return new PlanException(
                "which figure of " + word + "? expected " + word + ".p99, .mean or .max");
          }
          if (known(Moment.values(), word).isPresent()
              || PERCENTILE.matcher(word.toLowerCase(Locale.ROOT)).matches()) {
            return new PlanException(
                word + " of what? expected response." + word + " or service." + word);
          }
          return new PlanException(unknown("metric", word, spellings(Share.values())));
        });
  }

  private static Statistic statistic(String word) {
    Optional<Moment> moment = known(Moment.values(), word);
    if (moment.isPresent()) {
      return moment.get();
    }
    Matcher percentile = PERCENTILE.matcher(word.toLowerCase(Locale.ROOT));
    if (!percentile.matches()) {
      throw new PlanException(unknown("figure", word, FIGURES));
    }
    double percentage = Double.parseDouble(percentile.group(1));
    if (!(percentage > 0 && percentage < 100)) {
      throw new PlanException("expected a percentile above p0 and below p100 (that is max)");
    }
    return new Percentile(percentage);
  }

  private static <E extends Enum<E>> Optional<E> known(E[] constants, String word) {
    return Arrays.stream(constants)
        .filter(constant -> constant.name().equalsIgnoreCase(word))
        .findFirst();
  }

  private static List<String> spellings(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Objective::spelling).toList();
  }

  private static String unknown(String what, String word, List<String> candidates) {
    return "there is no "
        + what
        + " "
        + word
        + Names.nearest(word, candidates)
            .map(near -> ": did you mean " + near + "?")
            .orElse(": expected " + String.join(", ", candidates));
  }

  private static double duration(String text) {
    try {
      return Quantities.durationNs(text);
    } catch (IllegalArgumentException e) {
      throw new PlanException("'" + text + "': " + e.getMessage(), e);
    }
  }

  private static double percentage(String text) {
    if (!text.endsWith("%")) {
      throw new PlanException("'" + text + "': expected a percentage, as in 0.1%");
    }
    try {
      double percentage = Quantities.decimal(text.substring(0, text.length() - 1));
      return BigDecimal.valueOf(percentage).movePointLeft(2).doubleValue();
    } catch (IllegalArgumentException e) {
      throw new PlanException("'" + text + "': expected a percentage, as in 0.1%", e);
    }
  }

  /// Whether it can be judged only where there are intended times.
  public boolean needsSchedule() {
    return switch (metric) {
      case Latency latency -> latency.series() != Series.SERVICE;
      case Share share -> share == Share.ACHIEVED;
    };
  }

  /// How many operations there must be before it can be said to hold: enough that one lies beyond
  /// the percentile.
  public long leastOperations() {
    if (metric instanceof Latency latency && latency.statistic() instanceof Percentile percentile) {
      return (long) Math.ceil(99.999 / (100 - percentile.percentage()));
    }
    return 1;
  }

  /// Refuses an objective of operations that are not sent.
  ///
  /// @param kinds the names of those that are
  /// @throws PlanException if its own is not among them; it names the option
  public void requireKnown(Collection<String> kinds) {
    if (operation.isPresent() && !kinds.contains(operation.get())) {
      throw new PlanException(
          "--slo '"
              + this
              + "': no "
              + operation.get()
              + " is sent"
              + Names.nearest(operation.get(), kinds)
                  .map(near -> ": did you mean " + near + "?")
                  .orElse(", only " + String.join(", ", kinds)));
    }
  }

  /// As it can be parsed: `READ.response.p99 < 20ms`.
  @Override
  public String toString() {
    String figure = metric instanceof Share share ? spelling(share) : metric.toString();
    String shownLimit =
        metric instanceof Share
            ? plain(BigDecimal.valueOf(limit).movePointRight(2).doubleValue()) + "%"
            : Quantities.format(Duration.ofNanos((long) limit));
    return operation.map(name -> name + ".").orElse("")
        + figure
        + " "
        + comparison
        + " "
        + shownLimit;
  }

  private static String spelling(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
