package dev.loadgen.engine.worker;

import dev.loadgen.engine.time.Clock;

/// A call of the driver before the load, in a thread of its own: so that whoever waits for it can
/// give up, whatever the driver does with an interrupt.
final class DriverCall {
  /// What is called.
  @FunctionalInterface
  interface Body {
    /// Calls it.
    void run() throws Exception;
  }

  private final Clock clock;
  private final ClassLoader loader;
  private final Body body;
  private final Thread waiter = Thread.currentThread();
  private Thread thread; // once it has begun
  private Throwable failure;
  private volatile boolean ended;

  /// Not begun yet; made by the thread that will wait for it.
  ///
  /// @param loader the context loader of the call
  DriverCall(Clock clock, ClassLoader loader, Body body) {
    this.clock = clock;
    this.loader = loader;
    this.body = body;
  }

  void begin() {
    thread = clock.thread("loadgen-driver", this::run); // a clock counts on its being started
    thread.setContextClassLoader(loader);
    thread.start();
  }

  private void run() {
    try {
      body.run();
    } catch (Throwable e) { // told by failure
      failure = e;
    } finally {
      ended = true;
      clock.unpark(waiter);
    }
  }

  void interrupt() {
    clock.interrupt(thread);
  }

  boolean ended() {
    return ended;
  }

  /// What it threw; null if it went well. Once it has ended.
  Throwable failure() {
    return failure;
  }
}
