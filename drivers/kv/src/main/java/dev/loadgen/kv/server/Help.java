package dev.loadgen.kv.server;

import java.util.Locale;

/// What a command with subcommands answers to HELP, in the form of Redis.
final class Help {
  private Help() {}

  /// @param lines what stands between the first line and the last, which are the same for all
  static void answer(Call call, String command, String... lines) {
    if (call.words() != 2) {
      String name = command.toLowerCase(Locale.ROOT);
      call.out.error("ERR wrong number of arguments for '" + name + "|help' command");
      return;
    }
    call.out.array(lines.length + 3);
    call.out.simple(command + " <subcommand> [<arg> [value] [opt] ...]. Subcommands are:");
    for (String line : lines) {
      call.out.simple(line);
    }
    call.out.simple("HELP");
    call.out.simple("    Print this help.");
  }
}
