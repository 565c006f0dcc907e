package dev.loadgen.benchmarks.kv;

import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.codec.User;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreOptions;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;

/// Puts and gets of user records, written and read as objects, by one thread: our store, Chronicle
/// Map, `HashMap`, and nothing at all, which shows what making and reading users costs, and for how
/// long the machine itself stands still. One line for each step.
///
/// "get 16" tells the store of 16 keys before it asks for them; only ours makes use of it.
public final class EmbeddedStores {
  private static final long SLOW_NS = 5_000_000;
  private static final int LOOK_EVERY = 1024; // for collections
  private static final int WARM_UP = 50_000;
  private static final int TOGETHER = 16;
  private static final int CONTROL_ROUNDS = 6; // about as long as the stores take

  /// Makes one, of a name, for so many records.
  private interface Opening {
    UserStore open(String name, long records) throws IOException;
  }

  private final String name;
  private final long records;

  private EmbeddedStores(String name, long records) {
    this.name = name;
    this.records = records;
  }

  /// Runs one.
  ///
  /// @param arguments `kv`, `kv-reopen`, `chronicle`, `hashmap` or `none`; how many records; where
  ///   files go
  public static void main(String[] arguments) throws IOException, UndecodableException {
    long records = Long.parseLong(arguments[1]);
    Path directory = Path.of(arguments[2]);
    EmbeddedStores run = new EmbeddedStores(arguments[0], records);
    switch (arguments[0]) {
      case "kv" ->
          run.run((name, _) ->
              UserStores.kv(Store.open(StoreOptions.of(directory.resolve("kv-" + name)))));
      case "kv-reopen" -> run.reopen(directory.resolve("kv-measured"));
      case "chronicle" ->
          run.run(
              (name, most) -> UserStores.chronicle(directory.resolve("chronicle-" + name), most));
      case "hashmap" -> run.run((_, most) -> UserStores.hashMap((int) most));
      case "none" -> run.run((_, _) -> UserStores.none());
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.out.flush();
    Runtime.getRuntime().halt(0); // as if it were killed
  }

  private void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, "%-10s " + format + "%n", prepend(values));
  }

  private Object[] prepend(Object... values) {
    Object[] all = new Object[values.length + 1];
    all[0] = name;
    System.arraycopy(values, 0, all, 1, values.length);
    return all;
  }

  private void reopen(Path directory) throws IOException {
    Store store = Store.open(StoreOptions.of(directory));
    say(
        "%,d records opened after a kill in %.2f s",
        store.size(), store.recovery().elapsedNs() / 1e9);
  }

  private void run(Opening opening) throws IOException, UndecodableException {
    warmUp(opening.open("warm-up", WARM_UP));
    UserStore store = opening.open("measured", records);
    puts(store, "put, new");
    puts(store, "put, over");
    puts(store, "put, over");
    SplittableRandom random = new SplittableRandom(1);
    for (int together : new int[] {1, TOGETHER}) {
      for (int round = 0; round < 3; round++) {
        say("%-10s %,12.0f/s", together == 1 ? "get" : "get 16", gets(store, random, together));
      }
    }
    long startNs = System.nanoTime();
    System.gc();
    double gcS = seconds(startNs);
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    say("heap       %,12.1f MB, a full collection %.1f ms", heap / 1e6, gcS * 1e3);
    check(store.get(0), 0); // what it holds is no garbage until here
  }

  /// So that nothing is compiled while it is measured.
  private static void warmUp(UserStore store) throws IOException, UndecodableException {
    for (int round = 0; round < 10; round++) {
      for (long id = 0; id < WARM_UP; id++) {
        store.put(id);
        store.expect(id);
        check(store.get(id), id);
      }
    }
  }

  private static void check(User user, long id) {
    if (user.id() != id) {
      throw new IllegalStateException("another user than " + id);
    }
  }

  private double gets(UserStore store, SplittableRandom random, int together)
      throws UndecodableException {
    long gets = Math.min(records, 5_000_000);
    long[] ids = new long[together];
    long startNs = System.nanoTime();
    for (long i = 0; i < gets; i += together) {
      for (int j = 0; j < together; j++) {
        ids[j] = random.nextLong(records);
        if (together > 1) {
          store.expect(ids[j]);
        }
      }
      for (long id : ids) {
        check(store.get(id), id);
      }
    }
    return gets / seconds(startNs);
  }

  private static double seconds(long startNs) {
    return (System.nanoTime() - startNs) / 1e9;
  }

  private void puts(UserStore store, String what) throws IOException {
    long waitedNs = waitedForCpuNs();
    long startNs = System.nanoTime();
    long beforeNs = startNs;
    long slowestNs = 0;
    int slow = 0;
    int collecting = 0; // of the slow
    long collections = collections();
    long rounds = store.keeps() ? 1 : CONTROL_ROUNDS;
    for (long round = 0; round < rounds; round++) {
      for (long id = 0; id < records; id++) {
        store.put(id);
        long nowNs = System.nanoTime();
        boolean isSlow = nowNs - beforeNs > SLOW_NS;
        slowestNs = Math.max(slowestNs, nowNs - beforeNs);
        beforeNs = nowNs;
        if (isSlow || id % LOOK_EVERY == 0) {
          long before = collections;
          collections = collections();
          slow += isSlow ? 1 : 0;
          collecting += isSlow && collections > before ? 1 : 0;
        }
      }
    }
    double elapsedS = seconds(startNs);
    say(
        "%-10s %,12.0f/s, the slowest %.1f ms, %d above 5 ms (%d in collections); waited for a CPU %.0f ms",
        what,
        rounds * records / elapsedS,
        slowestNs / 1e6,
        slow,
        collecting,
        (waitedForCpuNs() - waitedNs) / 1e6);
  }

  /// How many collections of garbage there were.
  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  /// How long this thread was ready to run while others did; 0 where the system does not tell.
  private static long waitedForCpuNs() throws IOException {
    Path statistics = Path.of("/proc/thread-self/schedstat");
    return Files.exists(statistics)
        ? Long.parseLong(Files.readString(statistics).split(" ", -1)[1])
        : 0;
  }
}
