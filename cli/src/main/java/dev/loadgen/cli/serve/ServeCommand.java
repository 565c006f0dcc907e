package dev.loadgen.cli.serve;

import dev.loadgen.cli.Home;
import dev.loadgen.cli.UsageException;
import dev.loadgen.cli.bundles.Bundles;
import dev.loadgen.cli.run.Interrupts;
import dev.loadgen.driver.Server;
import dev.loadgen.driver.ServerProvider;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loadgen serve`: lists the servers, or runs one until a signal ends it.
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description =
        "Run a server that comes along, until a signal ends it; without a name, list them. One line"
            + " on standard output says that it is ready, and where.",
    footerHeading = "%nExamples%n",
    footer = {
      "  loadgen serve kv --dir data --port 7379 --http-port 7380",
      "  loadgen serve kv --help                     explains every option"
    })
public final class ServeCommand implements Callable<Integer> {
  private static final int FAILED = 1;

  @Option(
      names = "--driver-jar",
      paramLabel = "PATH",
      description = "A bundle that holds the server: a jar, or a directory of jars. Repeatable.")
  List<Path> jars = new ArrayList<>();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The server; none lists them all.")
  String name;

  @Parameters(
      index = "1..*",
      paramLabel = "OPTIONS",
      description = "Its options: see `loadgen serve NAME --help`.")
  List<String> words = new ArrayList<>();

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Bundles bundles = Bundles.find(Home.directory(), jars);
    bundles.requireDrivers();
    if (name == null) {
      for (ServerProvider server : bundles.servers()) {
        out.printf("%-12s %s%n", server.name(), server.summary());
      }
      out.println();
      out.println("`loadgen serve NAME --help` explains one.");
      out.flush();
      return 0;
    }
    ServerProvider provider = bundles.server(name);
    ServerLine line = new ServerLine(provider, spec.commandLine());
    try {
      Settings settings = line.settings(words.toArray(String[]::new));
      return settings == null ? 0 : serve(provider, settings);
    } catch (SettingsException e) {
      throw line.badUsage(e);
    }
  }

  private int serve(ServerProvider provider, Settings settings) throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    Thread.currentThread().setContextClassLoader(provider.getClass().getClassLoader());
    try (Server server = provider.start(settings)) {
      Interrupts.onSignal(number -> close(server, number, err));
      spec.commandLine().getOut().println(server.ready());
      spec.commandLine().getOut().flush();
      server.await();
      return 0;
    } catch (SettingsException | UsageException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // whatever the server failed with: it says so in its message
      err.println("loadgen: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
      err.flush();
      return FAILED;
    }
  }

  private static void close(Server server, int number, PrintWriter err) {
    if (number > 1) {
      return; // it is being closed; a third signal ends the process whatever hangs
    }
    try {
      server.close();
    } catch (Exception e) {
      err.println("loadgen: the server did not end in order: " + e.getMessage());
      err.flush();
    }
  }
}
