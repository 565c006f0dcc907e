package dev.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.plan.ScheduleMode;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Once a worker has begun, it allocates nothing: not for an operation of any kind, not for a wait,
/// not for the backlog after a stall.
class AllocationTest {
  private static final int FROM = 2_000;
  private static final int STALL = 6_000;
  private static final int UNTIL = 14_000;
  private static final long STALL_NS = 100_000_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Reads how much its worker has allocated when two operations come by, and stalls in between.
  private final class MeasuringDriver extends FaultyDriver {
    private final List<OperationKind> kinds =
        List.of(
            OperationKind.of("READ", "reads", 1, Need.KEY, Need.FIELD_NAMES),
            OperationKind.of("UPDATE", "writes", 1, Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES),
            OperationKind.of("PUT", "writes it all", 1, Need.KEY, Need.VALUE));
    private long bytesBefore;
    private volatile long bytes = -1;

    @Override
    public List<OperationKind> operations(Settings settings) {
      return kinds;
    }

    @Override
    public Driver create(Settings settings, DriverContext context) {
      return index -> new MeasuringSession();
    }

    private final class MeasuringSession implements Session {
      @Override
      public Outcome execute(Operation operation) {
        long sequence = operation.sequence();
        if (sequence == FROM) {
          bytesBefore = threads.getCurrentThreadAllocatedBytes();
        } else if (sequence == STALL) {
          long untilNs = System.nanoTime() + STALL_NS;
          while (System.nanoTime() < untilNs) {
            LockSupport.parkNanos(STALL_NS);
          }
        } else if (sequence == UNTIL) {
          bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
        }
        return Outcome.OK;
      }
    }
  }

  private long allocated(RunPlan.Builder plan) throws RunFailedException {
    MeasuringDriver driver = new MeasuringDriver();
    LoadGenerator.of(driver)
        .run(plan.operations(UNTIL + 100).interval(Duration.ofMillis(100)).build());
    return driver.bytes;
  }

  @ParameterizedTest
  @EnumSource(ScheduleMode.class)
  void nothingOnASchedule(ScheduleMode schedule) throws Exception {
    assertThat(allocated(RunPlan.builder().target(Rate.parse("30k/s")).schedule(schedule)))
        .isZero();
  }

  @Test
  void nothingWithoutOne() throws Exception {
    assertThat(allocated(RunPlan.builder())).isZero();
  }
}
