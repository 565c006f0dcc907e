package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.loadgen.engine.LoadGenerator;
import dev.loadgen.engine.plan.Rate;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.result.RunResult;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A load from a test: half a second of it.
class MapDriverLoadTest {
  @Test
  void noOperationFails() throws Exception {
    RunResult result =
        LoadGenerator.of(new MapDriver())
            .run(
                RunPlan.builder()
                    .target(Rate.parse("1000/s"))
                    .threads(4)
                    .duration(Duration.ofMillis(500))
                    .build());

    assertEquals(500, result.summary().ledger().scheduled());
    assertEquals(0, result.summary().ledger().failed());
    // What it is to be held to is up to you: of the p99 of the response time, in ns, for example.
    assertTrue(result.summary().all().response().percentile(99).value() > 0);
  }
}
