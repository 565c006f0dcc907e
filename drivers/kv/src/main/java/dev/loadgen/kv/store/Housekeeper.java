package dev.loadgen.kv.store;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The thread on which a store's slow work with files is done.
final class Housekeeper implements ShardFiles.Background, AutoCloseable {
  private static final long LATER_MS = 10;
  private static final long PATIENCE_S = 60;

  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(
          1, work -> Thread.ofPlatform().daemon().name("kv-store").unstarted(work));

  Housekeeper() {
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public void soon(Runnable work) {
    try {
      thread.execute(work);
    } catch (RejectedExecutionException e) {
      return; // closing: what is left undone now is found when the store is opened
    }
  }

  @Override
  public void later(Runnable work) {
    try {
      var _ = thread.schedule(work, LATER_MS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      return; // as above
    }
  }

  /// Does it once in each interval.
  void every(long intervalNs, Runnable work) {
    var _ = thread.scheduleWithFixedDelay(work, intervalNs, intervalNs, TimeUnit.NANOSECONDS);
  }

  /// Waits for the work under way, and drops the rest. No interrupt: it would close files.
  @Override
  public void close() {
    thread.shutdown();
    boolean interrupted = false;
    try {
      thread.awaitTermination(PATIENCE_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
