package dev.loadgen.histograms.recording;

import org.HdrHistogram.Histogram;

/// What was recorded of one kind of operation in one part of a run. All values in ns, 3 significant
/// digits. One writer at a time; recording a success allocates nothing while it is within the range
/// of the layout.
///
/// A negative latency cannot come from a monotonic clock: it is recorded as 0 and counted among the
/// anomalies.
public final class KindRecordings {
  private static final int DIGITS = 3;

  private final long highestNs;
  private final Histogram service;
  private final Histogram response;
  private final Histogram waiting;
  private final Histogram lag;
  private Histogram failedService;
  private Histogram failedResponse;
  private final ExactSum serviceSum = new ExactSum();
  private final ExactSum responseSum = new ExactSum();
  private final ExactSum waitSum = new ExactSum();
  private final ExactSum lagSum = new ExactSum();
  private final ExactSum failedServiceSum = new ExactSum();
  private final ExactSum failedResponseSum = new ExactSum();
  private final long[] outcomes;
  private long sent;
  private long succeeded;
  private long failed;
  private long completedInTime;
  private long anomalies;

  KindRecordings(RecordingLayout layout) {
    highestNs = Math.max(2, layout.highestNs());
    boolean scheduled = layout.scheduled();
    service = histogram();
    response = scheduled ? histogram() : null;
    waiting = scheduled ? histogram() : null;
    lag = scheduled ? histogram() : null;
    outcomes = new long[layout.outcomes()];
  }

  private Histogram histogram() {
    Histogram histogram = new Histogram(1, highestNs, DIGITS);
    histogram.setAutoResize(true);
    return histogram;
  }

  /// An operation completed, well or badly, while the window was not over.
  public void completedInTime() {
    completedInTime++;
  }

  /// How many did.
  public long completedInTimeCount() {
    return completedInTime;
  }

  /// An operation was sent.
  public void sent() {
    sent++;
  }

  /// An operation with an intended time succeeded.
  public void succeeded(int outcome, long serviceNs, long responseNs, long waitNs, long lagNs) {
    succeeded++;
    outcomes[outcome]++;
    record(service, serviceSum, serviceNs);
    record(response, responseSum, responseNs);
    record(waiting, waitSum, waitNs);
    record(lag, lagSum, lagNs);
  }

  /// An operation without an intended time succeeded.
  public void succeededUnscheduled(int outcome, long serviceNs) {
    succeeded++;
    outcomes[outcome]++;
    record(service, serviceSum, serviceNs);
  }

  /// An operation with an intended time failed.
  public void failed(int outcome, long serviceNs, long responseNs, long waitNs, long lagNs) {
    failedUnscheduled(outcome, serviceNs);
    if (failedResponse == null) {
      failedResponse = histogram();
    }
    record(failedResponse, failedResponseSum, responseNs);
    if (waitNs < 0 || lagNs < 0) {
      anomalies++;
    }
  }

  /// An operation without an intended time failed.
  public void failedUnscheduled(int outcome, long serviceNs) {
    failed++;
    outcomes[outcome]++;
    if (failedService == null) {
      failedService = histogram();
    }
    record(failedService, failedServiceSum, serviceNs);
  }

  private void record(Histogram histogram, ExactSum sum, long valueNs) {
    long value = valueNs;
    if (value < 0) {
      anomalies++;
      value = 0;
    }
    histogram.recordValue(value);
    sum.add(value);
  }

  /// Adds all of this to a total.
  public void addTo(KindRecordings total) {
    total.sent += sent;
    total.succeeded += succeeded;
    total.failed += failed;
    total.completedInTime += completedInTime;
    total.anomalies += anomalies;
    if (succeeded + failed == 0) {
      return;
    }
    for (int i = 0; i < outcomes.length; i++) {
      total.outcomes[i] += outcomes[i];
    }
    if (succeeded > 0) {
      total.service.add(service);
      total.serviceSum.addAll(serviceSum);
      if (response != null) {
        total.response.add(response);
        total.waiting.add(waiting);
        total.lag.add(lag);
        total.responseSum.addAll(responseSum);
        total.waitSum.addAll(waitSum);
        total.lagSum.addAll(lagSum);
      }
    }
    if (failed > 0) {
      addFailures(total);
    }
  }

  private void addFailures(KindRecordings total) {
    if (total.failedService == null) {
      total.failedService = total.histogram();
    }
    total.failedService.add(failedService);
    total.failedServiceSum.addAll(failedServiceSum);
    if (failedResponse != null) {
      if (total.failedResponse == null) {
        total.failedResponse = total.histogram();
      }
      total.failedResponse.add(failedResponse);
      total.failedResponseSum.addAll(failedResponseSum);
    }
  }

  /// Empties it; histograms that have grown stay as large as they are.
  public void reset() {
    sent = 0;
    anomalies = 0;
    if (succeeded + failed == 0) {
      return;
    }
    java.util.Arrays.fill(outcomes, 0);
    if (succeeded > 0) {
      service.reset();
      serviceSum.reset();
      if (response != null) {
        response.reset();
        waiting.reset();
        lag.reset();
        responseSum.reset();
        waitSum.reset();
        lagSum.reset();
      }
    }
    if (failed > 0) {
      failedService.reset();
      failedServiceSum.reset();
      if (failedResponse != null) {
        failedResponse.reset();
        failedResponseSum.reset();
      }
    }
    succeeded = 0;
    completedInTime = 0;
    failed = 0;
  }

  /// How many operations were sent.
  public long sentCount() {
    return sent;
  }

  /// How many succeeded.
  public long succeededCount() {
    return succeeded;
  }

  /// How many failed.
  public long failedCount() {
    return failed;
  }

  /// How many had this outcome.
  public long outcomeCount(int outcome) {
    return outcomes[outcome];
  }

  /// How many latencies were negative.
  public long anomalies() {
    return anomalies;
  }

  /// Service times of those that succeeded.
  public Histogram service() {
    return service;
  }

  /// Response times of those that succeeded; null without a schedule.
  public Histogram response() {
    return response;
  }

  /// Backlog waits of those that succeeded; null without a schedule.
  public Histogram waiting() {
    return waiting;
  }

  /// Lags of those that succeeded; null without a schedule.
  public Histogram lag() {
    return lag;
  }

  /// Service times of those that failed; null if there was none.
  public Histogram failedService() {
    return failedService;
  }

  /// Response times of those that failed; null if there was none or there is no schedule.
  public Histogram failedResponse() {
    return failedResponse;
  }

  /// The exact sum of [#service].
  public ExactSum serviceSum() {
    return serviceSum;
  }

  /// The exact sum of [#response].
  public ExactSum responseSum() {
    return responseSum;
  }

  /// The exact sum of [#waiting].
  public ExactSum waitSum() {
    return waitSum;
  }

  /// The exact sum of [#lag].
  public ExactSum lagSum() {
    return lagSum;
  }

  /// The exact sum of [#failedService].
  public ExactSum failedServiceSum() {
    return failedServiceSum;
  }

  /// The exact sum of [#failedResponse].
  public ExactSum failedResponseSum() {
    return failedResponseSum;
  }
}
