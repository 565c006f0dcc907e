package dev.loadgen.benchmarks.queues;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/// Aeron's IPC with an exclusive publication: messages of 32 bytes, each claimed, written and
/// committed by itself, and polled by a callback. Its media driver is in this process and mostly
/// sleeps.
final class AeronIpc implements Contender {
  private static final int MESSAGE_BYTES = 32;
  private static final int STREAM = 7;

  private final MediaDriver driver;
  private final Aeron aeron;
  private final ExclusivePublication publication;
  private final Subscription subscription;

  AeronIpc() {
    driver =
        MediaDriver.launchEmbedded(
            new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true));
    aeron =
        Aeron.connect(
            new Aeron.Context()
                .idleStrategy(new SleepingMillisIdleStrategy(1))
                .aeronDirectoryName(driver.aeronDirectoryName()));
    subscription = aeron.addSubscription("aeron:ipc", STREAM);
    publication = aeron.addExclusivePublication("aeron:ipc", STREAM);
    while (!publication.isConnected() || !subscription.isConnected()) {
      Thread.onSpinWait();
    }
  }

  @Override
  public String name() {
    return "Aeron IPC, 32 bytes";
  }

  @Override
  public void produce(long count) {
    BufferClaim claim = new BufferClaim();
    for (long n = 0; n < count; n++) {
      while (publication.tryClaim(MESSAGE_BYTES, claim) < 0) {
        Thread.onSpinWait();
      }
      for (int i = 0; i < MESSAGE_BYTES; i += Long.BYTES) {
        claim.buffer().putLong(claim.offset() + i, n);
      }
      claim.commit();
    }
  }

  @Override
  public long consume(long count) {
    long[] sum = new long[1];
    FragmentHandler handler = (buffer, offset, length, header) -> sum[0] += buffer.getLong(offset);
    for (long n = 0; n < count; ) {
      int polled = subscription.poll(handler, (int) Math.min(Rings.BATCH, count - n));
      if (polled == 0) {
        Thread.onSpinWait();
      }
      n += polled;
    }
    return sum[0];
  }

  @Override
  public void close() {
    aeron.close();
    driver.close();
  }
}
