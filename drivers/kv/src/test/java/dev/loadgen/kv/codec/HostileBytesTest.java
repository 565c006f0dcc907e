package dev.loadgen.kv.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.fory.Fory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever a server answers: a user, or an error; never an error of the JVM, no code of others,
/// and no more memory than a small multiple of what was sent.
class HostileBytesTest {
  private static final int ROUNDS = Integer.getInteger("loadgen.kv.hostile", 50_000);
  private static final long MOST_ALLOCATED = 256 << 10;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Random random = new Random(ROUNDS);

  @ParameterizedTest
  @Timeout(240)
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void aUserOrAnErrorAndLittleMemory(Codec kind) {
    UserCodec codec = kind.userCodec();
    RandomUsers users = new RandomUsers(4);
    int refused = 0;
    long most = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int length = codec.encode(users.next());
      byte[] bytes = spoilt(Arrays.copyOf(codec.bytes(), length));
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        UserView user = codec.decode(bytes, 0, bytes.length);
        user.sum();
        user.isMadeFor(user.id());
      } catch (UndecodableException e) {
        refused++;
      }
      most = Math.max(most, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(refused).isGreaterThan(ROUNDS / 10);
    // The first rounds load classes of errors.
    assertThat(most).isLessThan(MOST_ALLOCATED + 64L * UserCodec.MOST_BYTES);
  }

  private byte[] spoilt(byte[] bytes) {
    switch (random.nextInt(6)) {
      case 0 -> random.nextBytes(bytes);
      case 1 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      case 2 -> {
        return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(8_000));
      }
      case 3 -> putExtreme(bytes);
      default -> {
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    return bytes;
  }

  /// What would be a length: as large as can be, or negative.
  private void putExtreme(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + 1 + random.nextInt(4));
    Arrays.fill(bytes, at, end, (byte) (random.nextBoolean() ? 0xFF : 0x7F));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void aCodecGoesOnAfterAnError(Codec kind) throws Exception {
    UserCodec codec = kind.userCodec();
    byte[] nonsense = "not a user at all, by no means".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> codec.decode(nonsense, 0, nonsense.length))
          .isInstanceOf(UndecodableException.class);
      int length = codec.make(i);
      assertThat(codec.decode(codec.bytes(), 0, length).isMadeFor(i)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void aLongValueIsRefusedUnseen(Codec kind) {
    UserCodec codec = kind.userCodec();
    assertThatThrownBy(() -> codec.decode(new byte[100_000], 0, 100_000))
        .isInstanceOf(UndecodableException.class)
        .hasMessage("a value of 100000 bytes is no user: at most 4096");
  }

  /// Its code would run when it is read.
  static final class Trap implements Serializable {
    private static final long serialVersionUID = 1;
    static volatile boolean sprung;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      sprung = true;
    }
  }

  private static byte[] serialized(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @Test
  void theJdksStreamsAreReadForUsersAlone() throws Exception {
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Runnable.class}, new Refusing());
    List<Object> others =
        List.of(
            new Trap(),
            new ArrayList<>(),
            new HashMap<>(Map.of("a", new Trap())),
            "text",
            proxy,
            new Object[] {new Trap()},
            new long[] {1},
            Codec.RAW,
            User.class,
            new int[0]);
    for (Object other : others) {
      byte[] bytes = serialized(other);
      assertThatThrownBy(() -> new JavaCodec().decode(bytes, 0, bytes.length))
          .as("%s", other.getClass())
          .isInstanceOf(UndecodableException.class);
    }
    assertThat(Trap.sprung).isFalse();
  }

  /// For a proxy that can be serialized.
  static final class Refusing implements InvocationHandler, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Object invoke(Object on, Method method, Object[] arguments) {
      return method.getName().equals("toString") ? "a proxy" : null;
    }
  }

  @Test
  void anArrayThatSaysItIsEndlessIsNotMade() throws Exception {
    byte[] bytes = serialized(new User(1, "n", "m", new long[] {0x1122334455667788L}));
    int length = indexOf(bytes, new byte[] {0, 0, 0, 1, 0x11, 0x22, 0x33});
    Arrays.fill(bytes, length, length + 4, (byte) 0x7F);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> new JavaCodec().decode(bytes, 0, bytes.length))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("REJECTED");
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int i = 0; i <= bytes.length - part.length; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new AssertionError("not there");
  }

  @Test
  void foryReadsUsersAlone() {
    Fory anything =
        Fory.builder()
            .withXlang(false)
            .withCompatible(false)
            .withRefTracking(false)
            .requireClassRegistration(false)
            .build();
    for (Object other : List.of(new Trap(), new ArrayList<>(List.of(1)), "text", 5L)) {
      byte[] bytes = anything.serialize(other);
      assertThatThrownBy(() -> new ForyCodec().decode(bytes, 0, bytes.length))
          .as("%s", other.getClass())
          .isInstanceOf(UndecodableException.class);
    }
    assertThat(Trap.sprung).isFalse();
  }
}
