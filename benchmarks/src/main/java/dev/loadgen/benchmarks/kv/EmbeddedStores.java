package dev.loadgen.benchmarks.kv;

import dev.loadgen.kv.codec.StructCodec;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.codec.User;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreOptions;
import dev.loadgen.kv.store.StoreReader;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import net.openhft.chronicle.map.ChronicleMap;

/// Puts and gets of user records, written and read as objects, by one thread: our store, Chronicle
/// Map, `HashMap`, and nothing at all, which shows what making and reading users costs, and for how
/// long the machine itself stands still. One line for each step.
///
/// "get 16" tells the store of 16 keys before it asks for them; only ours makes use of it.
public final class EmbeddedStores {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long SLOW_NS = 5_000_000;
  private static final int LOOK_EVERY = 1024; // for collections
  private static final int WARM_UP = 50_000;
  private static final int TOGETHER = 16;
  private static final int CONTROL_ROUNDS = 6; // about as long as the stores take

  /// What is compared.
  private interface Subject {
    void put(long id) throws IOException;

    /// This one is going to be asked for soon.
    @SuppressWarnings("UnusedVariable") // only ours makes use of it
    default void expect(long id) {}

    User get(long id) throws UndecodableException;

    /// Whether it keeps anything; else it is a control.
    default boolean keeps() {
      return true;
    }
  }

  /// Makes one, of a name, for so many records.
  private interface Opening<T> {
    T open(String name, long records) throws IOException;
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
          run.run((name, _) -> kv(Store.open(StoreOptions.of(directory.resolve("kv-" + name)))));
      case "kv-reopen" -> run.reopen(directory.resolve("kv-measured"));
      case "chronicle" ->
          run.run((name, most) -> chronicle(directory.resolve("chronicle-" + name), most));
      case "hashmap" -> run.run((_, most) -> hashMap((int) most));
      case "none" -> run.run((_, _) -> none());
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

  private void run(Opening<Subject> opening) throws IOException, UndecodableException {
    warmUp(opening.open("warm-up", WARM_UP));
    Subject subject = opening.open("measured", records);
    puts(subject, "put, new");
    puts(subject, "put, over");
    puts(subject, "put, over");
    SplittableRandom random = new SplittableRandom(1);
    for (int together : new int[] {1, TOGETHER}) {
      for (int round = 0; round < 3; round++) {
        say("%-10s %,12.0f/s", together == 1 ? "get" : "get 16", gets(subject, random, together));
      }
    }
    long startNs = System.nanoTime();
    System.gc();
    double gcS = seconds(startNs);
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    say("heap       %,12.1f MB, a full collection %.1f ms", heap / 1e6, gcS * 1e3);
    check(subject.get(0), 0); // what it holds is no garbage until here
  }

  /// So that nothing is compiled while it is measured.
  private static void warmUp(Subject subject) throws IOException, UndecodableException {
    for (int round = 0; round < 10; round++) {
      for (long id = 0; id < WARM_UP; id++) {
        subject.put(id);
        subject.expect(id);
        check(subject.get(id), id);
      }
    }
  }

  private static void check(User user, long id) {
    if (user.id() != id) {
      throw new IllegalStateException("another user than " + id);
    }
  }

  private double gets(Subject subject, SplittableRandom random, int together)
      throws UndecodableException {
    long gets = Math.min(records, 5_000_000);
    long[] ids = new long[together];
    long startNs = System.nanoTime();
    for (long i = 0; i < gets; i += together) {
      for (int j = 0; j < together; j++) {
        ids[j] = random.nextLong(records);
        if (together > 1) {
          subject.expect(ids[j]);
        }
      }
      for (long id : ids) {
        check(subject.get(id), id);
      }
    }
    return gets / seconds(startNs);
  }

  private static double seconds(long startNs) {
    return (System.nanoTime() - startNs) / 1e9;
  }

  private void puts(Subject subject, String what) throws IOException {
    long waitedNs = waitedForCpuNs();
    long startNs = System.nanoTime();
    long beforeNs = startNs;
    long slowestNs = 0;
    int slow = 0;
    int collecting = 0; // of the slow
    long collections = collections();
    long rounds = subject.keeps() ? 1 : CONTROL_ROUNDS;
    for (long round = 0; round < rounds; round++) {
      for (long id = 0; id < records; id++) {
        subject.put(id);
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

  private static Subject kv(Store store) {
    byte[] key = new byte[8];
    StructCodec codec = new StructCodec();
    StoreReader reader = store.reader();
    return new Subject() {
      @Override
      public void put(long id) throws IOException {
        LONGS.set(key, 0, id);
        int length = codec.encode(User.of(id));
        store.put(key, 0, key.length, codec.bytes(), 0, length);
      }

      @Override
      public void expect(long id) {
        LONGS.set(key, 0, id);
        reader.prefetch(key, 0, key.length);
      }

      @Override
      public User get(long id) throws UndecodableException {
        LONGS.set(key, 0, id);
        if (!reader.find(key)) {
          throw new IllegalStateException("lost " + id);
        }
        int length = reader.valueLength();
        User user = codec.decode(reader.memory(), reader.valueAt(), length).toUser();
        reader.release();
        return user;
      }
    };
  }

  private static Subject chronicle(Path file, long records) throws IOException {
    StructCodec codec = new StructCodec();
    ChronicleMap<Long, byte[]> map =
        ChronicleMap.of(Long.class, byte[].class)
            .entries(records)
            .averageValueSize(64)
            .maxBloatFactor(4)
            .createPersistedTo(file.toFile());
    return new Subject() {
      @Override
      public void put(long id) {
        int length = codec.encode(User.of(id));
        map.put(id, Arrays.copyOf(codec.bytes(), length));
      }

      @Override
      public User get(long id) throws UndecodableException {
        byte[] value = map.get(id);
        return codec.decode(value, 0, value.length).toUser();
      }
    };
  }

  /// Keeps nothing: what making, writing and reading users costs, and what the machine itself
  /// stalls.
  private static Subject none() {
    StructCodec codec = new StructCodec();
    int length = codec.encode(User.of(1));
    byte[] value = codec.bytes().clone();
    return new Subject() {
      @Override
      public void put(long id) {
        if (codec.encode(User.of(id)) == 0) {
          throw new IllegalStateException("a user of no bytes");
        }
      }

      @Override
      public User get(long id) throws UndecodableException {
        LONGS.set(value, 0, id); // a struct begins with it
        return codec.decode(value, 0, length).toUser();
      }

      @Override
      public boolean keeps() {
        return false;
      }
    };
  }

  private static Subject hashMap(int records) {
    Map<Long, User> map = HashMap.newHashMap(records);
    return new Subject() {
      @Override
      public void put(long id) {
        map.put(id, User.of(id));
      }

      @Override
      public User get(long id) {
        return map.get(id);
      }
    };
  }
}
