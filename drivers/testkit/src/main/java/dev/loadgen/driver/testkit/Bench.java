package dev.loadgen.driver.testkit;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Quantities;
import dev.loadgen.driver.SessionStyle;
import dev.loadgen.driver.Settings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Where a driver is tried: creates one per check, calls it from threads whose patience ends, and
/// closes it.
final class Bench {
  /// How many sessions a driver is told to expect.
  static final int SESSIONS = 4;

  private static final String THREAD = "driver-contract";

  /// A call that did not return in time, or threw.
  static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    Broken(String sentence) {
      super(sentence);
    }

    Broken(String sentence, Throwable cause) {
      super(sentence, cause);
    }
  }

  /// A check on a driver that is up; what it finds goes into the minutes.
  interface Trial {
    void run(Driver driver, Verdict.Minutes minutes) throws Broken, InterruptedException;
  }

  private final DriverProvider provider;
  private final Map<String, String> given;
  private final Duration limit;
  private boolean leavesThreads;

  Bench(DriverProvider provider, Map<String, String> given, Duration limit) {
    this.provider = provider;
    this.given = given;
    this.limit = limit;
  }

  Duration limit() {
    return limit;
  }

  /// The very kinds that the driver will compare with.
  List<OperationKind> kinds() {
    return provider.operations(settings());
  }

  /// Whether the driver has sessions of this style.
  boolean offers(SessionStyle style) {
    return provider.styles(settings()).contains(style);
  }

  private Settings settings() {
    return Settings.of(provider.name(), provider.properties(), given);
  }

  /// Makes a check of a trial.
  DriverContract.Check check(String name, Trial trial) {
    return new DriverContract.Check(name, () -> verdict(trial));
  }

  private Verdict verdict(Trial trial) {
    Verdict.Minutes minutes = new Verdict.Minutes();
    try {
      Set<Thread> before = driverThreads();
      Driver driver = create();
      try {
        trial.run(driver, minutes);
      } catch (Broken e) {
        minutes.violation(e.getMessage());
      } finally {
        close(driver);
      }
      awaitEndOfThreads(before, minutes);
    } catch (Broken e) {
      minutes.violation(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      minutes.violation("the check was interrupted");
    }
    return minutes.verdict();
  }

  /// Why no session can be opened, in a sentence; empty if one can.
  Optional<String> obstacle() {
    try {
      Driver driver = create();
      try {
        open(driver);
        return Optional.empty();
      } finally {
        closeAnyhow(driver);
      }
    } catch (Broken e) {
      return Optional.of(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the check was interrupted");
    }
  }

  private void open(Driver driver) throws Broken, InterruptedException {
    boolean blocking = offers(SessionStyle.BLOCKING);
    AutoCloseable session =
        blocking
            ? call("open(0)", () -> driver.open(0))
            : call("openAsync(0)", () -> driver.openAsync(0));
    if (session == null) {
      throw new Broken((blocking ? "open()" : "openAsync()") + " returned null");
    }
    closeAnyhow(session);
  }

  /// What closing finds is found again by the checks.
  private void closeAnyhow(AutoCloseable closed) throws InterruptedException {
    try {
      call(
          "close()",
          () -> {
            closed.close();
            return closed;
          });
    } catch (Broken e) {
      // See above.
    }
  }

  private Driver create() throws Broken, InterruptedException {
    Driver driver = call("create()", () -> provider.create(settings(), new TrialContext(SESSIONS)));
    if (driver == null) {
      throw new Broken("create() returned null");
    }
    return driver;
  }

  private void close(Driver driver) throws Broken, InterruptedException {
    call(
        "close() of the driver",
        () -> {
          driver.close();
          return driver;
        });
  }

  /// Once some are left behind, that is told: the checks that follow do not wait for their like.
  private void awaitEndOfThreads(Set<Thread> before, Verdict.Minutes minutes)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + limit.toNanos();
    for (Thread thread : driverThreads()) {
      if (!before.contains(thread) && !leavesThreads) {
        thread.join(Duration.ofNanos(Math.max(1, deadlineNs - System.nanoTime())));
        if (thread.isAlive()) {
          minutes.violation("the thread " + thread.getName() + " still runs after close()");
        }
      }
    }
    leavesThreads |= !minutes.isClean();
  }

  private static Set<Thread> driverThreads() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    threads.removeIf(thread -> thread.getName().equals(THREAD));
    // The JDK's own, which it keeps for a minute after a child process has ended.
    threads.removeIf(thread -> thread.getName().startsWith("process reaper"));
    return threads;
  }

  /// Calls the driver on a thread of its own.
  ///
  /// @param what the call, for the sentence
  /// @throws Broken if it throws, or does not return in time
  <T> T call(String what, Callable<T> body) throws Broken, InterruptedException {
    return begin(what, body).join();
  }

  /// Begins a call on a thread of its own.
  <T> Call<T> begin(String what, Callable<T> body) {
    Call<T> call = new Call<>(what, body);
    call.thread.start();
    return call;
  }

  /// A call under way.
  final class Call<T> {
    private final String what;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread thread;
    private T result;
    private Throwable thrown;

    private Call(String what, Callable<T> body) {
      this.what = what;
      this.thread =
          Thread.ofPlatform()
              .daemon()
              .name(THREAD)
              .unstarted(() -> {
                try {
                  result = body.call();
                } catch (Throwable e) { // told by join
                  thrown = e;
                } finally {
                  done.countDown();
                }
              });
      thread.setContextClassLoader(provider.getClass().getClassLoader());
    }

    Thread thread() {
      return thread;
    }

    /// Waits for it.
    ///
    /// @throws Broken if it threw, or did not return in time
    T join() throws Broken, InterruptedException {
      if (!done.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        thread.interrupt();
        throw new Broken(what + " did not return within the limit of " + Quantities.format(limit));
      }
      if (thrown instanceof Broken broken) {
        throw broken;
      }
      if (thrown != null) {
        throw new Broken(what + " threw " + thrown, thrown);
      }
      return result;
    }
  }
}
