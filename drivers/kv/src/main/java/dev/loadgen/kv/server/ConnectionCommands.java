package dev.loadgen.kv.server;

import dev.loadgen.kv.resp.Request;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/// The commands on the connection itself.
final class ConnectionCommands {
  static final List<Command> ALL =
      List.of(
          Command.other("ping", -1, ConnectionCommands::ping),
          Command.other("echo", 2, ConnectionCommands::echo),
          Command.other("auth", -2, ConnectionCommands::auth),
          Command.other("hello", -1, ConnectionCommands::hello),
          Command.other("select", 2, ConnectionCommands::select),
          Command.other("client", -2, ConnectionCommands::client),
          Command.other("reset", 1, ConnectionCommands::reset),
          Command.other("quit", -1, ConnectionCommands::quit));

  private static final String WRONG_PASSWORD =
      "WRONGPASS invalid username-password pair or user is disabled.";
  private static final String BAD_NAME =
      "ERR Client names cannot contain spaces, newlines or special characters.";

  private ConnectionCommands() {}

  /// Whether a command may be called before the password was given.
  static boolean isOpenToAll(Command command) {
    return switch (command.name()) {
      case "auth", "hello", "quit", "reset" -> true;
      default -> false;
    };
  }

  private static void ping(Call call) {
    if (call.words() > 2) {
      call.out.error("ERR wrong number of arguments for 'ping' command");
    } else if (call.words() == 2) {
      echo(call);
    } else {
      call.out.simple("PONG");
    }
  }

  private static void echo(Call call) {
    Request request = call.request;
    call.out.bulk(request.bytes(), request.start(1), request.length(1));
  }

  private static void auth(Call call) {
    if (call.words() > 3) {
      call.out.error("ERR syntax error");
    } else if (call.service.options().password() == null && call.words() == 2) {
      call.out.error(
          "ERR AUTH <password> called without any password configured for the default user. Are you"
              + " sure your configuration is correct?");
    } else if (authenticate(call, call.words() == 3 ? 1 : 0, call.words() - 1)) {
      call.out.ok();
    } else {
      call.out.error(WRONG_PASSWORD);
    }
  }

  /// @param user the number of the word that names the user; 0 for none
  private static boolean authenticate(Call call, int user, int password) {
    String expected = call.service.options().password();
    boolean right =
        (user == 0 || call.request.text(user).equals("default"))
            && (expected == null
                || MessageDigest.isEqual(
                    expected.getBytes(StandardCharsets.UTF_8), call.request.copy(password)));
    call.client.authenticated |= right;
    return right;
  }

  private static void hello(Call call) {
    Request request = call.request;
    boolean version3 = call.client.version3;
    if (call.words() > 1) {
      Long version = Numbers.parse(request, 1);
      if (version == null) {
        call.out.error("ERR Protocol version is not an integer or out of range");
        return;
      }
      if (version != 2 && version != 3) {
        call.out.error("NOPROTO unsupported protocol version");
        return;
      }
      version3 = version == 3;
    }
    String name = null;
    for (int word = 2; word < call.words(); word++) {
      if (request.is(word, "AUTH") && word + 2 < call.words()) {
        if (!authenticate(call, word + 1, word + 2)) {
          call.out.error(WRONG_PASSWORD);
          return;
        }
        word += 2;
      } else if (request.is(word, "SETNAME") && word + 1 < call.words()) {
        name = request.text(++word);
      } else {
        call.out.error("ERR Syntax error in HELLO option '" + request.text(word) + "'");
        return;
      }
    }
    if (!call.client.authenticated) {
      call.out.error(
          "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
              + " <proto> AUTH <user> <pass> option can be used to authenticate the client and select"
              + " the RESP protocol version at the same time");
      return;
    }
    if (name != null && !isName(name)) {
      call.out.error(BAD_NAME);
      return;
    }
    call.client.name = name == null ? call.client.name : name;
    call.client.version3 = version3;
    call.out.version3(version3);
    greet(call);
  }

  private static void greet(Call call) {
    call.out.map(7);
    call.out.bulk("server");
    call.out.bulk("redis"); // what clients expect of who speaks like this
    call.out.bulk("version");
    call.out.bulk(ServerCommands.REDIS_VERSION);
    call.out.bulk("proto");
    call.out.integer(call.client.version3 ? 3 : 2);
    call.out.bulk("id");
    call.out.integer(call.client.id);
    call.out.bulk("mode");
    call.out.bulk("standalone");
    call.out.bulk("role");
    call.out.bulk("master");
    call.out.bulk("modules");
    call.out.array(0);
  }

  private static boolean isName(String name) {
    return name.chars().allMatch(letter -> letter >= '!' && letter <= '~');
  }

  private static void select(Call call) {
    Long database = Numbers.parse(call.request, 1);
    if (database == null || database != (int) (long) database) {
      call.out.error(Numbers.NO_INTEGER);
    } else if (database != 0) {
      call.out.error("ERR DB index is out of range");
    } else {
      call.out.ok();
    }
  }

  private static void client(Call call) {
    String what = call.request.lowerCase(1);
    switch (what + " " + call.words()) {
      case "id 2" -> call.out.integer(call.client.id);
      case "getname 2" -> {
        if (call.client.name.isEmpty()) {
          call.out.none();
        } else {
          call.out.bulk(call.client.name);
        }
      }
      case "setname 3" -> setName(call);
      case "info 2", "list 2" -> call.out.verbatim(call.client.info());
      case "setinfo 4", "no-evict 3", "no-touch 3" -> call.out.ok();
      case "help 2" ->
          Help.answer(
              call,
              "CLIENT",
              "GETNAME",
              "    Return the name of the current connection.",
              "ID",
              "    Return the ID of the current connection.",
              "INFO, LIST",
              "    Return information about the current client connection.",
              "NO-EVICT (ON|OFF), NO-TOUCH (ON|OFF), SETINFO <option> <value>",
              "    Are accepted and change nothing.",
              "SETNAME <name>",
              "    Assign the name <name> to the current connection.");
      default -> {
        boolean known =
            List.of(
                    "help",
                    "id",
                    "getname",
                    "setname",
                    "info",
                    "list",
                    "setinfo",
                    "no-evict",
                    "no-touch")
                .contains(what);
        call.out.error(
            known
                ? "ERR wrong number of arguments for 'client|" + what + "' command"
                : ServerCommands.unknownSubcommand("client", call.request.text(1)));
      }
    }
  }

  private static void setName(Call call) {
    String name = call.request.text(2);
    if (isName(name)) {
      call.client.name = name;
      call.out.ok();
    } else {
      call.out.error(BAD_NAME);
    }
  }

  private static void reset(Call call) {
    call.client.name = "";
    call.client.version3 = false;
    call.client.authenticated = call.service.options().password() == null;
    call.out.version3(false);
    call.out.simple("RESET");
  }

  private static void quit(Call call) {
    call.client.closing = true;
    call.out.ok();
  }
}
