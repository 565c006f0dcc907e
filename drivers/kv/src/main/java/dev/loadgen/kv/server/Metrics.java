package dev.loadgen.kv.server;

import dev.loadgen.kv.store.StoreStatistics;

/// What the server counts, in the text format of Prometheus.
final class Metrics {
  private Metrics() {}

  static String text(Service service) {
    Traffic traffic = service.traffic();
    StoreStatistics store = service.store().statistics();
    StringBuilder out = new StringBuilder();
    counter(out, "commands_total", "RESP commands executed.", traffic.commands.sum());
    counter(out, "error_replies_total", "RESP errors answered.", traffic.errors.sum());
    counter(out, "hits_total", "Keys that were found.", traffic.hits.sum());
    counter(out, "misses_total", "Keys that were not found.", traffic.misses.sum());
    counter(out, "http_requests_total", "HTTP requests answered.", traffic.httpRequests.sum());
    counter(out, "connections_total", "Connections accepted.", traffic.connectionsSeen.sum());
    counter(
        out,
        "connections_refused_total",
        "Connections refused, being too many.",
        traffic.connectionsRefused.sum());
    counter(out, "pauses_total", "Pauses begun, as --pauses asks.", service.freeze().pauses());
    counter(out, "received_bytes_total", "RESP bytes received.", traffic.bytesIn.sum());
    counter(out, "sent_bytes_total", "RESP bytes sent.", traffic.bytesOut.sum());
    gauge(out, "connections", "Connections open now.", traffic.connections.get());
    gauge(out, "uptime_seconds", "Seconds since the start.", traffic.uptimeS());
    gauge(out, "records", "Records in the store.", store.records());
    gauge(out, "live_bytes", "Bytes of the log that are alive.", store.liveBytes());
    gauge(out, "log_bytes", "Bytes of the log's files.", store.logBytes());
    gauge(out, "index_bytes", "Bytes of the index, off the heap.", store.indexBytes());
    counter(out, "copied_bytes_total", "Bytes copied to make space free.", store.copiedBytes());
    return out.toString();
  }

  private static void counter(StringBuilder out, String name, String help, long value) {
    line(out, name, help, "counter", value);
  }

  private static void gauge(StringBuilder out, String name, String help, long value) {
    line(out, name, help, "gauge", value);
  }

  private static void line(StringBuilder out, String name, String help, String type, long value) {
    String full = "loadgen_kv_" + name;
    out.append("# HELP ").append(full).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(full).append(' ').append(type).append('\n');
    out.append(full).append(' ').append(value).append('\n');
  }
}
