package dev.loadgen.engine.time;

/// Monotonic time, and the waiting that goes with it. Production uses [SystemClock]; tests run the
/// same workers on [VirtualClock].
public interface Clock {
  /// Nanoseconds since an arbitrary origin; never decreases.
  long nanoTime();

  /// Milliseconds since the epoch, as the wall clock has it now.
  long epochMillis();

  /// Waits until the deadline, or until [#unpark] or [#interrupt] is called on this thread; may
  /// also return early for no reason.
  ///
  /// @param deadlineNs in this clock's time; `Long.MAX_VALUE` waits for [#unpark]
  void parkUntil(long deadlineNs);

  /// A step of polling: tells the processor that this thread spins.
  ///
  /// @param deadlineNs until when it will poll; a clock on which time passes only while threads
  ///   wait moves on
  void spinUntil(long deadlineNs);

  /// Ends the thread's [#parkUntil], the present one or the next.
  void unpark(Thread thread);

  /// Interrupts a thread that this clock made.
  void interrupt(Thread thread);

  /// A daemon thread, not yet started, that waits on this clock.
  Thread thread(String name, Runnable body);

  /// A cheap thread for one short task, not yet started, that waits on this clock.
  Thread task(String name, Runnable body);

  /// Makes the calling thread wait on this clock too; to be closed by the same thread. Within
  /// another enrolment it changes nothing.
  Enrolment enrol();

  /// The end of what [#enrol] began.
  interface Enrolment extends AutoCloseable {
    @Override
    void close();
  }
}
