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
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import net.openhft.chronicle.map.ChronicleMap;

/// Puts and gets of user records, written and read as objects, by one thread: our store, Chronicle
/// Map and `HashMap`. One line for each step.
public final class EmbeddedStores {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long SLOW_NS = 5_000_000;

  /// What is compared.
  private interface Subject {
    void put(long id) throws IOException;

    User get(long id) throws UndecodableException;
  }

  private final String name;
  private final long records;

  private EmbeddedStores(String name, long records) {
    this.name = name;
    this.records = records;
  }

  /// Runs one.
  ///
  /// @param arguments `kv`, `kv-reopen`, `chronicle` or `hashmap`; how many records; where files go
  public static void main(String[] arguments) throws IOException, UndecodableException {
    long records = Long.parseLong(arguments[1]);
    Path directory = Path.of(arguments[2]);
    EmbeddedStores run = new EmbeddedStores(arguments[0], records);
    switch (arguments[0]) {
      case "kv" -> run.run(kv(Store.open(StoreOptions.of(directory.resolve("kv")))));
      case "kv-reopen" -> run.reopen(directory.resolve("kv"));
      case "chronicle" -> run.run(chronicle(directory.resolve("chronicle"), records));
      case "hashmap" -> run.run(hashMap((int) records));
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

  private void run(Subject subject) throws IOException, UndecodableException {
    puts(subject, "put, new");
    puts(subject, "put, over");
    SplittableRandom random = new SplittableRandom(1);
    long gets = Math.min(records, 5_000_000);
    for (int round = 0; round < 3; round++) {
      long startNs = System.nanoTime();
      for (long i = 0; i < gets; i++) {
        long id = random.nextLong(records);
        if (subject.get(id).id() != id) {
          throw new IllegalStateException("another user than " + id);
        }
      }
      say("get        %,12.0f/s", gets / seconds(startNs));
    }
    long startNs = System.nanoTime();
    System.gc();
    double gcS = seconds(startNs);
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    say("heap       %,12.1f MB, a full collection %.1f ms", heap / 1e6, gcS * 1e3);
  }

  private static double seconds(long startNs) {
    return (System.nanoTime() - startNs) / 1e9;
  }

  private void puts(Subject subject, String what) throws IOException {
    long startNs = System.nanoTime();
    long beforeNs = startNs;
    long slowestNs = 0;
    int slow = 0;
    for (long id = 0; id < records; id++) {
      subject.put(id);
      long nowNs = System.nanoTime();
      slowestNs = Math.max(slowestNs, nowNs - beforeNs);
      slow += nowNs - beforeNs > SLOW_NS ? 1 : 0;
      beforeNs = nowNs;
    }
    say(
        "%-10s %,12.0f/s, the slowest %.1f ms, %d above 5 ms",
        what, records / seconds(startNs), slowestNs / 1e6, slow);
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
