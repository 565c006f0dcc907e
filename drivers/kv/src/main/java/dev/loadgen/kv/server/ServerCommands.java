package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Glob;
import dev.loadgen.kv.store.StoreStatistics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// The commands on the server as a whole.
final class ServerCommands {
  /// The version of Redis whose replies these are; client libraries look at it.
  static final String REDIS_VERSION = "7.0.15";

  static final List<Command> ALL =
      List.of(
          Command.other("dbsize", 1, call -> call.out.integer(call.store.size())),
          Command.other("flushdb", -1, ServerCommands::flush),
          Command.other("flushall", -1, ServerCommands::flush),
          Command.other("info", -1, ServerCommands::info),
          Command.other("command", -1, ServerCommands::command),
          Command.other("config", -2, ServerCommands::config));

  private ServerCommands() {}

  static String unknownSubcommand(String command, String given) {
    return "ERR unknown subcommand '"
        + given.substring(0, Math.min(128, given.length()))
        + "'. Try "
        + command.toUpperCase(Locale.ROOT)
        + " HELP.";
  }

  private static void flush(Call call) throws IOException {
    boolean plain =
        call.words() == 1
            || (call.words() == 2 && (call.request.is(1, "ASYNC") || call.request.is(1, "SYNC")));
    if (!plain) {
      call.out.error("ERR syntax error");
      return;
    }
    call.store.clear();
    call.wrote();
    call.out.ok();
  }

  private static void info(Call call) {
    String wanted = call.words() == 1 ? "default" : call.request.lowerCase(1);
    boolean all = List.of("default", "all", "everything").contains(wanted);
    StringBuilder text = new StringBuilder();
    sections(call)
        .forEach((section, lines) -> {
          if (all || section.equalsIgnoreCase(wanted)) {
            text.append(text.isEmpty() ? "# " : "\r\n# ").append(section).append("\r\n");
            lines.forEach(
                (name, value) -> text.append(name).append(':').append(value).append("\r\n"));
          }
        });
    call.out.verbatim(text.toString());
  }

  private static Map<String, Map<String, Object>> sections(Call call) {
    Traffic traffic = call.service.traffic();
    StoreStatistics store = call.store.statistics();
    Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
    Map<String, Object> server = new LinkedHashMap<>();
    server.put("redis_version", REDIS_VERSION);
    server.put("server_name", "loadgen-kv");
    server.put("redis_mode", "standalone");
    server.put("process_id", ProcessHandle.current().pid());
    server.put("uptime_in_seconds", traffic.uptimeS());
    server.put("pauses", Objects.requireNonNullElse(call.service.options().pauses(), "none"));
    sections.put("Server", server);
    Map<String, Object> clients = new LinkedHashMap<>();
    clients.put("connected_clients", traffic.connections.get());
    clients.put("maxclients", call.service.options().mostConnections());
    sections.put("Clients", clients);
    Map<String, Object> memory = new LinkedHashMap<>();
    memory.put("index_bytes", store.indexBytes());
    sections.put("Memory", memory);
    Map<String, Object> persistence = new LinkedHashMap<>();
    persistence.put("loading", 0);
    persistence.put("live_bytes", store.liveBytes());
    persistence.put("log_bytes", store.logBytes());
    persistence.put("copied_bytes", store.copiedBytes());
    sections.put("Persistence", persistence);
    Map<String, Object> stats = new LinkedHashMap<>();
    stats.put("total_connections_received", traffic.connectionsSeen.sum());
    stats.put("rejected_connections", traffic.connectionsRefused.sum());
    stats.put("total_commands_processed", traffic.commands.sum());
    stats.put("total_error_replies", traffic.errors.sum());
    stats.put("total_net_input_bytes", traffic.bytesIn.sum());
    stats.put("total_net_output_bytes", traffic.bytesOut.sum());
    stats.put("keyspace_hits", traffic.hits.sum());
    stats.put("keyspace_misses", traffic.misses.sum());
    stats.put("total_pauses", call.service.freeze().pauses());
    sections.put("Stats", stats);
    sections.put("Replication", Map.of("role", "master"));
    sections.put(
        "Keyspace",
        store.records() == 0
            ? Map.of()
            : Map.of("db0", "keys=" + store.records() + ",expires=0,avg_ttl=0"));
    return sections;
  }

  private static void command(Call call) {
    String what = call.words() == 1 ? "" : call.request.lowerCase(1);
    switch (what) {
      case "" -> {
        call.out.array(Commands.all().size());
        Commands.all().forEach(command -> describe(call, command));
      }
      case "count" -> call.out.integer(Commands.all().size());
      case "docs" -> call.out.map(0);
      case "list" -> {
        call.out.array(Commands.all().size());
        Commands.all().forEach(command -> call.out.bulk(command.name()));
      }
      case "info" -> {
        call.out.array(call.words() - 2);
        for (int word = 2; word < call.words(); word++) {
          Command named = Commands.named(call.request.lowerCase(word));
          if (named == null) {
            call.out.none();
          } else {
            describe(call, named);
          }
        }
      }
      case "help" ->
          Help.answer(
              call,
              "COMMAND",
              "(no subcommand)",
              "    Return details about all commands.",
              "COUNT",
              "    Return the total number of commands.",
              "DOCS",
              "    Return nothing: there is no documentation here.",
              "INFO [<command-name> ...]",
              "    Return details about these commands.",
              "LIST",
              "    Return the names of all commands.");
      default -> call.out.error(unknownSubcommand("command", call.request.text(1)));
    }
  }

  /// As Redis 7 does it: ten elements, of which those that nobody needs are empty.
  private static void describe(Call call, Command command) {
    call.out.array(10);
    call.out.bulk(command.name());
    call.out.integer(command.arity());
    call.out.set(command.flags().size());
    command.flags().forEach(call.out::simple);
    call.out.integer(command.firstKey());
    call.out.integer(command.lastKey());
    call.out.integer(command.keyStep());
    call.out.set(0);
    call.out.array(0);
    call.out.array(0);
    call.out.array(0);
  }

  private static void config(Call call) {
    String what = call.request.lowerCase(1);
    if (what.equals("get") && call.words() >= 3) {
      Map<String, String> found = new LinkedHashMap<>();
      for (int word = 2; word < call.words(); word++) {
        Glob pattern = new Glob(call.request.lowerCase(word).getBytes(StandardCharsets.ISO_8859_1));
        settings(call)
            .forEach((name, value) -> {
              if (pattern.matches(name.getBytes(StandardCharsets.ISO_8859_1))) {
                found.put(name, value);
              }
            });
      }
      call.out.map(found.size());
      found.forEach((name, value) -> {
        call.out.bulk(name);
        call.out.bulk(value);
      });
    } else if (what.equals("help")) {
      Help.answer(
          call,
          "CONFIG",
          "GET <pattern> [<pattern> ...]",
          "    Return parameters matching the glob-like <pattern>s and their values.");
    } else if (what.equals("get")) {
      call.out.error("ERR wrong number of arguments for 'config|get' command");
    } else {
      call.out.error(unknownSubcommand("config", call.request.text(1)));
    }
  }

  private static Map<String, String> settings(Call call) {
    ServerOptions options = call.service.options();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("save", "");
    settings.put("appendonly", "yes"); // every write is in the log before it is answered
    settings.put("databases", "1");
    settings.put("maxmemory", "0");
    settings.put("maxclients", Integer.toString(options.mostConnections()));
    settings.put("timeout", Integer.toString(options.idleS()));
    settings.put("proto-max-bulk-len", Integer.toString(options.mostRequestBytes()));
    settings.put("io-threads", Integer.toString(options.threads()));
    return settings;
  }
}
