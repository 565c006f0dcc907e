package dev.loadgen.benchmarks.jmh;

import dev.loadgen.driver.Counter;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.Event;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.engine.plan.Mix;
import dev.loadgen.engine.plan.RunPlan;
import dev.loadgen.engine.workload.CoreWorkload;
import dev.loadgen.engine.workload.Preparer;
import dev.loadgen.ycsb.YcsbProvider;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/// What the driver `ycsb` adds to a call of a binding: `prepareAndAdapter` less `prepare` less
/// `direct`; preparation is outside of the service time in a run.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class YcsbAdapterBenchmark {
  /// A binding that does nothing.
  public static class NothingDb extends DB {
    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      return Status.OK;
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's signature
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      return Status.OK;
    }
  }

  private record Context() implements DriverContext {
    @Override
    public int sessions() {
      return 1;
    }

    @Override
    public long seed() {
      return 1;
    }

    @Override
    public Counter counter(String name, String unit) {
      return amount -> {};
    }

    @Override
    public Event begin(String name) {
      return () -> {};
    }

    @Override
    public boolean matches(ByteBuffer key, ByteBuffer value) {
      return true;
    }
  }

  /// What is done.
  @Param({"READ", "UPDATE", "INSERT"})
  public String kind;

  private final DB db = new NothingDb();
  private final Map<String, ByteIterator> values = new HashMap<>();
  private Session session;
  private Preparer preparer;
  private long sequence;

  /// Opens a session.
  @Setup
  public void open() throws Exception {
    YcsbProvider provider = new YcsbProvider();
    Settings settings =
        Settings.of("ycsb", provider.properties(), Map.of("ycsb.db", NothingDb.class.getName()));
    session = provider.create(settings, new Context()).open(0);
    preparer =
        CoreWorkload.of(
                provider.operations(settings),
                RunPlan.builder().mix(Mix.parse(kind + "=1")).build())
            .preparer(0);
    values.put("field0", new ByteArrayByteIterator(new byte[100]));
  }

  /// Closes it.
  @TearDown
  public void close() throws Exception {
    session.close();
  }

  /// The binding's method with arguments that are there already.
  @Benchmark
  public Status direct() {
    return switch (kind) {
      case "READ" -> db.read("usertable", "user1", null, values);
      case "UPDATE" -> db.update("usertable", "user1", values);
      default -> db.insert("usertable", "user1", values);
    };
  }

  /// The workload's part.
  @Benchmark
  public int prepare() {
    preparer.prepare(sequence++);
    preparer.completed(true);
    return preparer.kindIndex();
  }

  /// The workload's part, and the driver's with the binding's method in it.
  @Benchmark
  public Outcome prepareAndAdapter() throws Exception {
    Outcome outcome = session.execute(preparer.prepare(sequence++));
    preparer.completed(true);
    return outcome;
  }
}
