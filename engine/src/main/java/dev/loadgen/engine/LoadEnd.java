package dev.loadgen.engine;

import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.IntervalReport;
import dev.loadgen.engine.result.LoadMark;
import dev.loadgen.engine.result.RunFiles;
import dev.loadgen.engine.result.RunResult;
import dev.loadgen.engine.result.RunStatus;
import dev.loadgen.engine.workload.CoreWorkload;
import dev.loadgen.histograms.summary.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a load has come to: known only when sessions and driver have been closed, since drivers may
/// keep records back until then. Hears of the run in the place of its listener. By the thread that
/// runs it.
final class LoadEnd implements RunListener {
  private final RunPlan plan;
  private final CoreWorkload workload;
  private final Map<String, String> identity;
  private final RunListener listener;
  private boolean troubled; // since the last interval: something did not close well

  /// @param identity by which the load is told ([LoadMark#identity])
  /// @param listener hears all that this hears
  LoadEnd(RunPlan plan, CoreWorkload workload, Map<String, String> identity, RunListener listener) {
    this.plan = plan;
    this.workload = workload;
    this.identity = identity;
    this.listener = listener;
  }

  @Override
  public void starting() {
    listener.starting();
  }

  @Override
  public void interval(IntervalReport report) {
    troubled = false;
    listener.interval(report);
  }

  @Override
  public void notice(String sentence) {
    listener.notice(sentence);
  }

  @Override
  public void problem(String sentence) {
    troubled = true;
    listener.problem(sentence);
  }

  /// The result of the load; writes its mark and its summary anew.
  ///
  /// @param result as if it were any run's
  RunResult of(RunResult result) {
    long all = CoreWorkload.recordsToLoad(plan.withLoading(0));
    boolean doubtful = troubled && workload.loaded().orElseThrow() == all; // by its answers
    boolean batched = result.summary().all().outcomes().containsKey(LoadMark.BATCHED);
    boolean nothing = doubtful || (troubled && batched);
    long before = plan.loading().orElseThrow();
    long loaded = nothing ? before : workload.loaded().orElseThrow();
    List<String> findings = new ArrayList<>();
    if (nothing) {
      findings.add(
          "Sessions or driver did not close well, so it is not known which records of this load are"
              + " there: "
              + workload.progress(before));
    } else {
      findings.add(workload.progress(loaded));
      if (troubled) {
        findings.add(
            "WARNING: sessions or driver did not close well: if the driver keeps records back, some"
                + " of those are missing.");
      }
    }
    findings.addAll(result.summary().findings());
    List<String> problems = new ArrayList<>(result.summary().problems());
    RunFiles files =
        new RunFiles(
            plan.output(),
            identity,
            sentence -> {
              problems.add(sentence);
              listener.problem(sentence);
            });
    files.loaded(loaded);
    RunStatus status = failedIf(doubtful || files.failed(), result.status());
    RunSummary summary = result.summary().with(status.spelling(), findings, problems);
    files.summary(summary);
    return new RunResult(failedIf(files.failed(), status), summary, result.directory());
  }

  private static RunStatus failedIf(boolean failed, RunStatus otherwise) {
    return failed && otherwise == RunStatus.COMPLETED ? RunStatus.FAILED : otherwise;
  }
}
