package dev.loadgen.engine.watch;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import dev.loadgen.engine.time.Clock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// Stops of all threads to collect garbage, as the collectors notify of them: in whole ms, a moment
/// after they happened.
///
/// JDK Flight Recorder would tell more, and to the microsecond; but it keeps its events on disk,
/// and when that is full it aborts the whole process, with all that was measured.
final class GcPauses {
  /// What works beside the program, and does not stop it.
  private static final Pattern CONCURRENT = Pattern.compile(".*(Concurrent|Cycles).*");

  private final SelfWatch.Journal journal;
  private final long jvmStartNs;
  private final LongAdder sumNs = new LongAdder();
  private volatile long fromNs = Long.MAX_VALUE;
  private final NotificationListener listener = this::hear;

  private GcPauses(Clock clock, SelfWatch.Journal journal) {
    this.journal = journal;
    this.jvmStartNs =
        clock.nanoTime() - ManagementFactory.getRuntimeMXBean().getUptime() * 1_000_000;
  }

  static GcPauses begin(Clock clock, SelfWatch.Journal journal) {
    GcPauses pauses = new GcPauses(clock, journal);
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter
          && !CONCURRENT.matcher(bean.getName()).matches()) {
        emitter.addNotificationListener(pauses.listener, null, null);
      }
    }
    return pauses;
  }

  private void hear(Notification notification, Object handback) {
    if (notification.getUserData() instanceof CompositeData data) {
      GcInfo info = GarbageCollectionNotificationInfo.from(data).getGcInfo();
      long startNs = jvmStartNs + info.getStartTime() * 1_000_000;
      long lengthNs = info.getDuration() * 1_000_000;
      if (startNs >= fromNs) {
        sumNs.add(lengthNs);
        journal.ended(SelfWatch.GC_PAUSE, startNs, startNs + lengthNs);
      }
    }
  }

  /// Those that begin before this instant do not count.
  void countFrom(long instantNs) {
    fromNs = instantNs;
  }

  long sumNs() {
    return sumNs.sum();
  }

  void end() {
    for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (bean instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          // This collector works concurrently: nobody listened.
        }
      }
    }
  }
}
