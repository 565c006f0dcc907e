package dev.loadgen.histograms.summary;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// Writes a [RunSummary] as JSON: `docs/log-format.md` describes the schema. Latencies are in ns;
/// what is not a number is null; the member `lower_bounds` of a series names those of its figures
/// that are only lower bounds.
public final class SummaryJson {
  /// The percentiles of every series.
  public static final List<Double> PERCENTILES =
      List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999);

  private static final ObjectWriteContext PRETTY =
      new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
        }

        @Override
        public boolean hasPrettyPrinter() {
          return true;
        }
      };

  private final JsonGenerator json;

  private SummaryJson(JsonGenerator json) {
    this.json = json;
  }

  /// Writes; the stream is flushed and left open.
  public static void write(RunSummary summary, OutputStream out) {
    try (JsonGenerator json = generator(out)) {
      new SummaryJson(json).run(summary);
    }
  }

  /// Writes members, in the same way: numbers, flags, texts, and maps and lists of them.
  public static void write(Map<String, Object> members, OutputStream out) {
    try (JsonGenerator json = generator(out)) {
      json.writeStartObject();
      members.forEach(new SummaryJson(json)::member);
      json.writeEndObject();
    }
  }

  private static JsonGenerator generator(OutputStream out) {
    return JsonFactory.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .build()
        .createGenerator(PRETTY, out);
  }

  private void run(RunSummary summary) {
    json.writeStartObject();
    json.writeNumberProperty("schema", summary.schemaVersion());
    json.writeStringProperty("outcome", summary.outcome());
    json.writeStringProperty("version", summary.version());
    json.writeNumberProperty("start_epoch_ms", summary.startEpochMs());
    json.writeNumberProperty("window_ns", summary.windowNs());
    json.writeNumberProperty("elapsed_ns", summary.elapsedNs());
    number("offered_per_second", summary.offeredPerSecond());
    object("plan", summary.plan());
    object("environment", summary.environment());
    ledger("ledger", summary.ledger());
    if (summary.warmupLedger() != null) {
      ledger("warmup_ledger", summary.warmupLedger());
    }
    if (summary.heldBack() != null) {
      json.writeNumberProperty("max_in_flight", summary.heldBack().mostInFlight());
      json.writeObjectPropertyStart("held_back");
      json.writeNumberProperty("count", summary.heldBack().count());
      json.writeNumberProperty("max_ns", summary.heldBack().mostNs());
      json.writeEndObject();
    }
    json.writeName("all");
    operation(summary.all());
    json.writeArrayPropertyStart("operations");
    summary.operations().forEach(this::operation);
    json.writeEndArray();
    series("hiccup", summary.hiccup());
    objectives(summary.objectives());
    tail(summary);
    json.writeEndObject();
  }

  private void objectives(List<ObjectiveSummary> objectives) {
    json.writeArrayPropertyStart("objectives");
    for (ObjectiveSummary objective : objectives) {
      json.writeStartObject();
      json.writeStringProperty("objective", objective.objective());
      json.writeStringProperty("verdict", objective.verdict().name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("unit", objective.unit());
      number("limit", objective.limit());
      number("at_least", objective.atLeast());
      number("at_most", objective.atMost());
      json.writeStringProperty("reason", objective.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void tail(RunSummary summary) {
    json.writeArrayPropertyStart("errors");
    for (ErrorSample error : summary.errors()) {
      json.writeStartObject();
      json.writeStringProperty("class", error.className());
      json.writeStringProperty("message", error.message());
      json.writeNumberProperty("count", error.count());
      json.writeArrayPropertyStart("frames");
      error.frames().forEach(json::writeString);
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("events");
    for (EventSummary event : summary.events()) {
      json.writeStartObject();
      json.writeStringProperty("name", event.name());
      json.writeNumberProperty("count", event.count());
      number("total_ns", event.totalNs());
      number("max_ns", event.maxNs());
      json.writeBooleanProperty("open", event.open());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("counters");
    for (CounterSummary counter : summary.counters()) {
      json.writeStartObject();
      json.writeStringProperty("name", counter.name());
      json.writeStringProperty("unit", counter.unit());
      json.writeNumberProperty("value", counter.value());
      json.writeEndObject();
    }
    json.writeEndArray();
    sentences("findings", summary.findings());
    sentences("problems", summary.problems());
  }

  private void sentences(String name, List<String> sentences) {
    json.writeArrayPropertyStart(name);
    sentences.forEach(json::writeString);
    json.writeEndArray();
  }

  private void object(String name, Map<String, Object> members) {
    json.writeObjectPropertyStart(name);
    members.forEach(this::member);
    json.writeEndObject();
  }

  private void member(String name, Object value) {
    json.writeName(name);
    value(value);
  }

  private void value(Object value) {
    switch (value) {
      case null -> json.writeNull();
      case Long number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Double number -> number(number);
      case Boolean flag -> json.writeBoolean(flag);
      case Map<?, ?> map -> {
        json.writeStartObject();
        map.forEach((key, inner) -> member(key.toString(), inner));
        json.writeEndObject();
      }
      case List<?> list -> {
        json.writeStartArray();
        list.forEach(this::value);
        json.writeEndArray();
      }
      default -> json.writeString(value.toString());
    }
  }

  private void ledger(String name, Ledger ledger) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("scheduled", ledger.scheduled());
    json.writeNumberProperty("succeeded", ledger.succeeded());
    json.writeNumberProperty("failed", ledger.failed());
    json.writeNumberProperty("in_flight", ledger.inFlight());
    json.writeNumberProperty("never_sent", ledger.neverSent());
    json.writeNumberProperty("cut", ledger.cut());
    json.writeBooleanProperty("balances", ledger.balances());
    json.writeEndObject();
  }

  private void operation(OperationSummary operation) {
    json.writeStartObject();
    json.writeStringProperty("name", operation.name());
    json.writeNumberProperty("sent", operation.sent());
    json.writeNumberProperty("succeeded", operation.succeeded());
    json.writeNumberProperty("failed", operation.failed());
    json.writeNumberProperty("censored", operation.censored());
    number("achieved_per_second", operation.achievedPerSecond());
    json.writeObjectPropertyStart("outcomes");
    operation.outcomes().forEach(json::writeNumberProperty);
    json.writeEndObject();
    series("service", operation.service());
    series("response", operation.response());
    series("wait", operation.waiting());
    series("lag", operation.lag());
    series("failed_service", operation.failedService());
    series("failed_response", operation.failedResponse());
    json.writeEndObject();
  }

  private void series(String name, Figures figures) {
    if (figures == null) {
      return;
    }
    List<String> lowerBounds = new ArrayList<>();
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("count", figures.count());
    json.writeNumberProperty("censored", figures.censoredCount());
    figure("mean_ns", figures.mean(), lowerBounds);
    figure("min_ns", figures.min(), lowerBounds);
    for (double percentile : PERCENTILES) {
      String label = percentile == Math.rint(percentile) ? "" + (long) percentile : "" + percentile;
      figure("p" + label + "_ns", figures.percentile(percentile), lowerBounds);
    }
    figure("max_ns", figures.max(), lowerBounds);
    sentences("lower_bounds", lowerBounds);
    json.writeEndObject();
  }

  private void figure(String name, Bound bound, List<String> lowerBounds) {
    number(name, bound.value());
    if (bound.lowerBoundOnly()) {
      lowerBounds.add(name);
    }
  }

  private void number(String name, double value) {
    json.writeName(name);
    number(value);
  }

  private void number(double value) {
    if (!Double.isFinite(value)) {
      json.writeNull();
    } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      json.writeNumber((long) value);
    } else {
      json.writeNumber(value);
    }
  }
}
