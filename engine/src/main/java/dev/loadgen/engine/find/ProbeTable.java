package dev.loadgen.engine.find;

import dev.loadgen.engine.find.Probe.Tail;
import dev.loadgen.engine.find.Probe.Verdict;
import dev.loadgen.engine.plan.Objective;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.histograms.summary.Bound;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `find.csv`: a row for each probe, in the order in which they were made, and back. What is not a
/// number is left empty, what is infinite is `inf`; `lower_bounds` names the cells of its row that
/// are only lower bounds.
final class ProbeTable {
  private static final List<String> LATENCIES =
      List.of(
          "service_p50_ns",
          "service_p99_ns",
          "service_p999_ns",
          "response_p50_ns",
          "response_p99_ns",
          "response_p999_ns");
  private static final String RATE = "rate_per_s";
  private static final String BOUNDS = "lower_bounds";

  private final List<Objective> objectives;
  private final RateRange range;

  /// @param range between which rates the probes are
  ProbeTable(List<Objective> objectives, RateRange range) {
    this.objectives = objectives;
    this.range = range;
  }

  /// A probe's cells by the names of their columns: numbers, texts, flags.
  Map<String, Object> cells(Probe probe) {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("number", (long) probe.number());
    cells.put(RATE, probe.rate().perSecond());
    cells.put("seed", probe.seed());
    cells.put("verdict", probe.verdict().name().toLowerCase(Locale.ROOT));
    cells.put("offered_per_s", probe.offeredPerSecond());
    cells.put("achieved_per_s", probe.achievedPerSecond());
    cells.put("errors", probe.errors());
    cells.put("censored", probe.censored());
    List<Bound> bounds = bounds(probe);
    List<String> lower = new ArrayList<>();
    for (int i = 0; i < bounds.size(); i++) {
      cells.put(LATENCIES.get(i), bounds.get(i).value());
      if (bounds.get(i).lowerBoundOnly()) {
        lower.add(LATENCIES.get(i));
      }
    }
    cells.put("lag_p99_ns", probe.lagP99Ns());
    cells.put("backlog_growth_per_s", probe.backlogPerSecond());
    cells.put("backlog_grows", probe.backlogGrows());
    for (int i = 0; i < objectives.size(); i++) {
      cells.put(objectives.get(i).toString(), probe.figures().get(i));
    }
    cells.put(BOUNDS, String.join(" ", lower));
    cells.put("directory", probe.directory());
    cells.put("reason", probe.reason());
    return cells;
  }

  private static List<Bound> bounds(Probe probe) {
    Tail service = probe.service();
    Tail response = probe.response();
    return List.of(
        service.p50(),
        service.p99(),
        service.p999(),
        response.p50(),
        response.p99(),
        response.p999());
  }

  /// The whole table.
  String text(List<Probe> probes) {
    StringBuilder text = new StringBuilder();
    for (Probe probe : probes) {
      Map<String, Object> cells = cells(probe);
      if (text.isEmpty()) {
        line(text, cells.keySet().stream().toList());
      }
      line(text, cells.values().stream().map(ProbeTable::cell).toList());
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append(cells.stream().map(ProbeTable::quoted).collect(Collectors.joining(",")))
        .append('\n');
  }

  private static String cell(Object value) {
    if (value instanceof Double number) {
      if (number.isNaN()) {
        return "";
      }
      return number.isInfinite()
          ? "inf"
          : new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
    }
    return value.toString();
  }

  private static String quoted(String cell) {
    return cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  /// Reads a table that was written with the same objectives.
  ///
  /// @throws IOException if it is not one
  List<Probe> probes(String text) throws IOException {
    List<Probe> probes = new ArrayList<>();
    List<String> lines = text.lines().toList();
    List<String> header = lines.isEmpty() ? List.of() : split(lines.getFirst());
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = split(lines.get(i));
      if (cells.size() != header.size()) {
        throw new IOException("line " + (i + 1) + " has other columns than its header");
      }
      Map<String, String> row = new LinkedHashMap<>();
      for (int j = 0; j < cells.size(); j++) {
        row.put(header.get(j), cells.get(j));
      }
      try {
        probes.add(probe(row));
      } catch (IllegalArgumentException | NullPointerException e) {
        throw new IOException("line " + (i + 1) + " is malformed: " + e.getMessage(), e);
      }
    }
    return probes;
  }

  private Probe probe(Map<String, String> row) {
    List<Double> figures =
        objectives.stream().map(objective -> number(row.get(objective.toString()))).toList();
    return new Probe(
        Integer.parseInt(row.get("number")),
        rate(row.get(RATE)),
        Long.parseLong(row.get("seed")),
        Verdict.valueOf(row.get("verdict").toUpperCase(Locale.ROOT)),
        number(row.get("offered_per_s")),
        number(row.get("achieved_per_s")),
        number(row.get("errors")),
        Long.parseLong(row.get("censored")),
        new Tail(bound(row, 0), bound(row, 1), bound(row, 2)),
        new Tail(bound(row, 3), bound(row, 4), bound(row, 5)),
        number(row.get("lag_p99_ns")),
        number(row.get("backlog_growth_per_s")),
        row.get("backlog_grows").equals("true"),
        figures,
        row.get("directory"),
        row.get("reason"));
  }

  /// The ends of the range may have no end of digits; all rates between have few.
  private Rate rate(String cell) {
    return Stream.of(range.low(), range.high())
        .filter(end -> end.perSecond() == number(cell))
        .findFirst()
        .orElseGet(() -> Rate.parse(cell));
  }

  private static Bound bound(Map<String, String> row, int index) {
    String name = LATENCIES.get(index);
    boolean lower = List.of(row.get(BOUNDS).split(" ", -1)).contains(name);
    return new Bound(number(row.get(name)), lower);
  }

  private static double number(String cell) {
    return switch (cell) {
      case "" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      default -> Double.parseDouble(cell);
    };
  }

  private static List<String> split(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean within = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        if (within && i + 1 < line.length() && line.charAt(i + 1) == '"') {
          cell.append(c);
          i++;
        } else {
          within = !within;
        }
      } else if (c == ',' && !within) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
