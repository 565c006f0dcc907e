package dev.loadgen.kv.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is encoded is decoded, wherever it lies.
class UserCodecTest {
  private static final int USERS = 3_000;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void whatIsEncodedIsDecodedFromAnArrayAndFromMemory(Codec kind) throws Exception {
    UserCodec writer = kind.userCodec();
    UserCodec reader = kind.userCodec();
    RandomUsers users = new RandomUsers(1);
    Random random = new Random(2);
    byte[] array = new byte[2 * UserCodec.MOST_BYTES];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(array.length);
      for (int i = 0; i < USERS; i++) {
        User user = users.next();
        int length = writer.encode(user);
        int at = random.nextInt(UserCodec.MOST_BYTES);
        random.nextBytes(array); // whatever lies around it
        System.arraycopy(writer.bytes(), 0, array, at, length);
        isAs(user, reader.decode(array, at, length));
        MemorySegment.copy(array, 0, memory, ValueLayout.JAVA_BYTE, 0, array.length);
        isAs(user, reader.decode(memory, at, length));
      }
    }
  }

  private static void isAs(User user, UserView read) {
    assertThat(read.toUser()).isEqualTo(user);
    assertThat(read.id()).isEqualTo(user.id());
    assertThat(read.sum()).isEqualTo(user.sum());
    assertThat(read.friendCount()).isEqualTo(user.friends().length);
    for (int i = 0; i < read.friendCount(); i++) {
      assertThat(read.friend(i)).isEqualTo(user.friends()[i]);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void whatIsMadeForAnIdIsTheSameWithAndWithoutAnObject(Codec kind) throws Exception {
    UserCodec codec = kind.userCodec();
    Random random = new Random(3);
    for (int i = 0; i < USERS; i++) {
      long id = i < 100 ? i : random.nextLong();
      long friend = random.nextLong() >>> 1;
      int length = codec.make(id, friend);
      byte[] made = Arrays.copyOf(codec.bytes(), length);
      length = codec.encode(User.of(id, friend));
      assertThat(Arrays.copyOf(codec.bytes(), length)).isEqualTo(made);
      UserView read = codec.decode(made, 0, made.length);
      assertThat(read.isMadeFor(id)).isTrue();
      assertThat(read.isMadeFor(id + 1)).isFalse();
      length = codec.make(id);
      assertThat(codec.decode(codec.bytes(), 0, length).toUser()).isEqualTo(User.of(id));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void aFieldThatWasChangedIsSeen(Codec kind) throws Exception {
    UserCodec codec = kind.userCodec();
    User user = User.of(7);
    long[] others = user.friends().clone();
    others[2]++;
    for (User changed :
        new User[] {
          new User(7, user.name() + "x", user.mail(), user.friends()),
          new User(7, user.name(), "x" + user.mail().substring(1), user.friends()),
          new User(7, user.name(), user.mail(), others),
          new User(7, user.name(), user.mail(), Arrays.copyOf(user.friends(), 2)),
          new User(7, user.name(), user.mail(), new long[0]),
        }) {
      int length = codec.encode(changed);
      assertThat(codec.decode(codec.bytes(), 0, length).isMadeFor(7)).as("%s", changed).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RAW")
  void whatNobodyCouldReadIsNotWritten(Codec kind) {
    UserCodec codec = kind.userCodec();
    User large = new User(1, "n", "m", new long[UserCodec.MOST_BYTES / 8]);
    assertThatThrownBy(() -> codec.encode(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("bytes: at most 4096");
  }

  @Test
  void aUserIsAboutSixtyFiveBytesAsAStruct() {
    UserCodec codec = new StructCodec();
    double sum = 0;
    for (int id = 0; id < 1000; id++) {
      sum += codec.make(id);
    }
    assertThat(sum / 1000).isBetween(60.0, 70.0);
  }

  /// The layout is that of the drawing: other programs, and stores that are there, rely on it.
  @Test
  void theBytesOfAStructAreThoseOfTheDrawing() throws Exception {
    UserCodec codec = new StructCodec();
    int length = codec.encode(new User(0x0102030405060708L, "Ab", "\u00e9@x", new long[] {-2, 9}));
    assertThat(HexFormat.of().formatHex(codec.bytes(), 0, length))
        .isEqualTo(
            "0807060504030201" // id
                + "0200" // name
                + "0300" // mail
                + "0200" // friends
                + "5501" // mark
                + "feffffffffffffff0900000000000000"
                + "4162"
                + "e94078");
    UserStruct struct = new UserStruct().wrap(MemorySegment.ofArray(codec.bytes()), 0, length);
    assertThat(struct.nameLength()).isEqualTo(2);
    assertThat(struct.nameAt(1)).isEqualTo('b');
    assertThat(struct.mailLength()).isEqualTo(3);
    assertThat(struct.mailAt(0)).isEqualTo('\u00e9');
    assertThatThrownBy(() -> struct.nameAt(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> struct.mailAt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> struct.friend(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aCharacterThatAStructHasNoRoomForIsRefused() {
    assertThatThrownBy(() -> new StructCodec().encode(new User(1, "n", "\u0100", new long[0])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("characters up to U+00FF");
  }
}
