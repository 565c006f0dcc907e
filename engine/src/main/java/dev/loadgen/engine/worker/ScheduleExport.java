package dev.loadgen.engine.worker;

import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import dev.loadgen.engine.replay.RecordingWriter;
import dev.loadgen.engine.result.WrittenSchedule;
import dev.loadgen.engine.schedule.ArrivalSchedule;
import dev.loadgen.engine.schedule.ArrivalStream;
import dev.loadgen.engine.schedule.RecordedOperation;
import dev.loadgen.engine.workload.Preparer;
import dev.loadgen.engine.workload.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.PriorityQueue;

/// The schedule of a plan as an artefact: what would be sent when, without sending it.
public final class ScheduleExport {
  /// The arrivals of one worker, at the next of them.
  private record Head(int worker, ArrivalStream arrivals) {
    long intendedNs() {
      return arrivals.intendedNs();
    }
  }

  private ScheduleExport() {}

  /// Writes it. What a recording says of key and size is written as it says it.
  ///
  /// @param part from 0; operation k is in part k mod `parts`
  /// @throws IOException if it cannot be written
  public static WrittenSchedule write(
      RunPlan plan, Workload workload, int part, int parts, OutputStream out) throws IOException {
    long endNs = endNs(plan);
    boolean keyed =
        workload.kinds().stream().anyMatch(kind -> kind.needs().contains(Need.KEY))
            && workload.kinds().stream().noneMatch(kind -> kind.needs().contains(Need.NEW_KEY));
    boolean recorded = plan.replay().isPresent();
    Preparer preparer = workload.preparer(0);
    try (ArrivalSchedule schedule = Schedules.of(plan);
        RecordingWriter writer = new RecordingWriter(out, keyed || recorded, recorded)) {
      PriorityQueue<Head> heads = heads(plan, schedule);
      long number = 0;
      while (!heads.isEmpty() && heads.peek().intendedNs() < endNs) {
        Head head = heads.remove();
        ArrivalStream arrivals = head.arrivals();
        if (number % parts == part) {
          int index = workload.kindIndex(head.worker(), arrivals.sequence(), arrivals.recorded());
          String kind = workload.kinds().get(index).name();
          RecordedOperation said = arrivals.recorded();
          String key =
              said != null && said.key() != null
                  ? said.key()
                  : keyed ? key(preparer, arrivals) : null;
          int valueBytes = said == null ? -1 : said.valueBytes();
          writer.add(arrivals.intendedNs(), kind, key, valueBytes);
        }
        number++;
        if (arrivals.advance()) {
          heads.add(head);
        }
      }
      return new WrittenSchedule(writer.count(), writer.end());
    }
  }

  /// Of a shared schedule one stream has all.
  private static PriorityQueue<Head> heads(RunPlan plan, ArrivalSchedule schedule) {
    boolean shared = plan.schedule() == ScheduleMode.SHARED;
    PriorityQueue<Head> heads =
        new PriorityQueue<>(
            Comparator.comparingLong(Head::intendedNs).thenComparingInt(Head::worker));
    for (int worker = 0; worker < (shared ? 1 : plan.threads()); worker++) {
      ArrivalStream arrivals = schedule.stream(worker);
      if (arrivals.advance()) {
        heads.add(new Head(worker, arrivals));
      }
    }
    return heads;
  }

  private static long endNs(RunPlan plan) {
    if (plan.duration().isEmpty()) {
      return Long.MAX_VALUE; // its operations end it
    }
    return plan.warmup().plus(plan.duration().get()).toNanos();
  }

  private static String key(Preparer preparer, ArrivalStream arrivals) {
    Operation operation = preparer.prepare(arrivals.sequence(), arrivals.recorded());
    if (!operation.kind().needs().contains(Need.KEY)) {
      return null;
    }
    ByteBuffer key = operation.key().duplicate();
    return StandardCharsets.UTF_8.decode(key).toString();
  }
}
