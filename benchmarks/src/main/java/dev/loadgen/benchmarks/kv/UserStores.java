package dev.loadgen.benchmarks.kv;

import dev.loadgen.kv.codec.StructCodec;
import dev.loadgen.kv.codec.UndecodableException;
import dev.loadgen.kv.codec.User;
import dev.loadgen.kv.store.Store;
import dev.loadgen.kv.store.StoreReader;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import net.openhft.chronicle.map.ChronicleMap;

/// The stores that are compared.
final class UserStores {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private UserStores() {}

  /// Ours: users as structs.
  static UserStore kv(Store store) {
    byte[] key = new byte[8];
    StructCodec codec = new StructCodec();
    StoreReader reader = store.reader();
    return new UserStore() {
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

  /// Chronicle Map: the same structs as arrays.
  static UserStore chronicle(Path file, long records) throws IOException {
    StructCodec codec = new StructCodec();
    ChronicleMap<Long, byte[]> map =
        ChronicleMap.of(Long.class, byte[].class)
            .entries(records)
            .averageValueSize(64)
            .maxBloatFactor(4)
            .createPersistedTo(file.toFile());
    return new UserStore() {
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
  static UserStore none() {
    StructCodec codec = new StructCodec();
    int length = codec.encode(User.of(1));
    byte[] value = codec.bytes().clone();
    return new UserStore() {
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

  /// The heap: users as they are.
  static UserStore hashMap(int records) {
    Map<Long, User> map = HashMap.newHashMap(records);
    return new UserStore() {
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
