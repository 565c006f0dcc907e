package dev.loadgen.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Pauses;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.SettingsException;
import dev.loadgen.ipc.ring.RingFormatException;
import dev.loadgen.ipc.ring.RingGeometry;
import dev.loadgen.ipc.ring.RingKind;
import dev.loadgen.ipc.ring.RingMemory;
import dev.loadgen.ipc.ring.RoleTakenException;
import dev.loadgen.ipc.ring.StampedProducer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Driver and far end, most of the time in one process.
class IpcDriverTest {
  private static final long A_CENTURY_NS = 100L * 365 * 86400 * 1_000_000_000;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("t.ring");
  }

  private FarEnd farEnd(int sessions, int capacity, Pauses pauses) throws IOException {
    RingGeometry geometry = new RingGeometry(RingKind.STAMPED, 32, capacity, 2 * sessions);
    return FarEnd.start(file, geometry, Idle.YIELD, pauses);
  }

  /// @param given names without the prefix, and values
  private Settings settings(String... given) {
    Map<String, String> all = new LinkedHashMap<>(Map.of("ipc.file", file.toString()));
    all.put("ipc.idle", "yield");
    for (int i = 0; i < given.length; i += 2) {
      all.put("ipc." + given[i], given[i + 1]);
    }
    return Settings.of("ipc", new IpcProvider().properties(), all);
  }

  private static Driver create(int sessions, Settings settings) throws IOException {
    return new IpcProvider().create(settings, new BareContext(sessions));
  }

  private static BareOperation send() {
    return new BareOperation(kind(0));
  }

  private static BareOperation echo() {
    return new BareOperation(kind(1));
  }

  private static dev.loadgen.driver.OperationKind kind(int index) {
    return new IpcProvider()
        .operations(
            Settings.of("ipc", new IpcProvider().properties(), Map.of("ipc.process", "spawn")))
        .get(index);
  }

  @Test
  void everyMessageReachesTheFarEndAndEveryEchoComesBack() throws Exception {
    FarEnd farEnd = farEnd(3, 8, null);
    try (Driver driver = create(2, settings());
        Session first = driver.open(0);
        Session second = driver.open(1)) {
      for (int i = 0; i < 1000; i++) {
        assertThat(first.execute(i % 3 == 0 ? echo() : send())).isEqualTo(Outcome.OK);
        assertThat(second.execute(i % 2 == 0 ? echo() : send())).isEqualTo(Outcome.OK);
      }
      first.execute(echo()); // who has the answer knows that all before was taken
      second.execute(echo());
    }
    farEnd.close();
    assertThat(farEnd.taken()).isEqualTo(2002);
    assertThat(file).doesNotExist();
    farEnd.await();
  }

  @Test
  void aFullRingFailsAtOnceWhereThatWasAskedFor() throws Exception {
    try (FarEnd _ = farEnd(1, 4, new Pauses(A_CENTURY_NS, A_CENTURY_NS + 1));
        Driver driver = create(1, settings("full", "fail"));
        Session session = driver.open(0)) {
      Outcome last = Outcome.OK;
      int accepted = -1;
      while (last.isSuccess()) {
        accepted++;
        last = session.execute(send());
      }
      assertThat(last.name()).isEqualTo("FULL");
      // What the far end took before its pause began may have made room.
      assertThat(accepted).isGreaterThanOrEqualTo(4);
      assertThat(session.execute(echo()).name()).isEqualTo("FULL");
    }
  }

  @Test
  void aFarEndThatStandsStillIsWaitedFor() throws Exception {
    try (FarEnd farEnd = farEnd(1, 2, new Pauses(20_000_000, 40_000_000));
        Driver driver = create(1, settings());
        Session session = driver.open(0)) {
      for (int i = 0; i < 20; i++) {
        assertThat(session.execute(send())).isEqualTo(Outcome.OK);
      }
      assertThat(session.execute(echo())).isEqualTo(Outcome.OK);
      assertThat(farEnd.taken()).isGreaterThanOrEqualTo(18);
    }
  }

  @Test
  void aFarEndThatWasKilledIsAnErrorForThoseWhoWaitAndThoseWhoNeedNot() throws Exception {
    try (ChildJvm child = serve("capacity=2");
        Driver driver = create(2, settings());
        Session waits = driver.open(0);
        Session sends = driver.open(1)) {
      waits.execute(echo());
      child.kill();
      assertThatThrownBy(
              () -> {
                while (true) {
                  waits.execute(echo());
                }
              })
          .isInstanceOf(FarEndGoneException.class)
          .hasMessage(
              "there is no process at the far end of " + file + ": it has ended, or never began");
      assertThatThrownBy(() -> sends.execute(send())).isInstanceOf(FarEndGoneException.class);
      // Another one takes over the file, and the run goes on.
      try (ChildJvm _ = serve("capacity=2")) {
        assertThat(untilItSucceeds(waits)).isEqualTo(Outcome.OK);
        assertThat(untilItSucceeds(sends)).isEqualTo(Outcome.OK);
      }
    }
  }

  private static Outcome untilItSucceeds(Session session) throws Exception {
    while (true) {
      try {
        return session.execute(echo());
      } catch (FarEndGoneException e) {
        Idle.YIELD.once();
      }
    }
  }

  private ChildJvm serve(String... given) throws IOException {
    Object[] arguments = new Object[given.length + 2];
    arguments[0] = "ipc.file=" + file;
    arguments[1] = "ipc.idle=yield";
    for (int i = 0; i < given.length; i++) {
      arguments[i + 2] = "ipc." + given[i];
    }
    ChildJvm child = ChildJvm.start(FarEndMain.class, arguments);
    assertThat(child.line()).startsWith("ready ipc file=" + file + " sessions=16 ");
    return child;
  }

  @Test
  void aSecondDriverIsRefusedASessionThatIsTaken() throws Exception {
    try (FarEnd _ = farEnd(2, 4, null);
        Driver one = create(1, settings());
        Driver two = create(2, settings());
        Session _ = one.open(0);
        Session _ = two.open(1)) {
      assertThatThrownBy(() -> two.open(0))
          .isInstanceOf(RoleTakenException.class)
          .hasMessageContaining("the producer of ring 0 of " + file + " is taken by this process");
    }
  }

  @Test
  void aSecondFarEndIsRefused() throws Exception {
    try (FarEnd _ = farEnd(1, 4, null)) {
      assertThatThrownBy(() -> farEnd(1, 4, null))
          .hasMessage(file + " is served already, by process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void aFileThatNoFarEndMadeIsNotTouched() throws Exception {
    Files.writeString(file, "precious");
    assertThatThrownBy(() -> farEnd(1, 4, null)).hasMessageContaining("too small to be a ring");
    assertThat(file).hasContent("precious");
    Files.delete(file);
    RingMemory.create(file, new RingGeometry(RingKind.SHARED, 4, 8, 2)).close();
    assertThatThrownBy(() -> farEnd(1, 4, null)).hasMessageContaining("not made by a far end");
    assertThatThrownBy(() -> create(1, settings())).hasMessageContaining("not made by a far end");
    assertThat(file).exists();
  }

  @Test
  void whatADeadFarEndLeftIsUsedAgainOrReplaced() throws Exception {
    try (ChildJvm child = serve("capacity=4")) {
      child.kill();
    }
    assertThatThrownBy(() -> create(1, settings()))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "ipc.file=%1$s: the far end that made it has ended: loadgen serve ipc --file %1$s"
                .formatted(file));
    try (FarEnd farEnd = farEnd(1, 64, null)) {
      assertThat(farEnd.ready())
          .isEqualTo("ready ipc file=" + file + " sessions=1 message-bytes=32 capacity=64");
    }
    try (FarEnd farEnd = farEnd(1, 64, Pauses.parse("1ms every 1s"))) {
      assertThat(farEnd.ready()).endsWith(" capacity=64 pauses=1ms/1s");
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void aMessageThatIsNotTheNextEndsTheFarEnd() throws Exception {
    FarEnd farEnd = farEnd(1, 4, null);
    try (RingMemory memory = RingMemory.attach(file);
        StampedProducer producer = memory.stampedProducer(0)) {
      producer.offerInt(FarEndMessage.word(7, false));
      assertThatThrownBy(farEnd::await)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("session 0: not message 0, but 7");
    } finally {
      farEnd.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "messageBytes, 64, messages of 32 bytes: loadgen serve ipc --message-bytes 64",
    "capacity, 8, hold 4 messages: loadgen serve ipc --capacity 8"
  })
  void settingsThatTheFileContradictsAreRefused(String name, String value, String sentence)
      throws Exception {
    try (FarEnd _ = farEnd(1, 4, null)) {
      assertThatThrownBy(() -> create(1, settings(name, value)))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining(sentence);
      assertThatThrownBy(() -> create(2, settings()))
          .isInstanceOf(SettingsException.class)
          .hasMessageEndingWith(
              "is for 1 sessions, and this run has 2: loadgen run --sessions 1 (in the closed"
                  + " model --threads), or loadgen serve ipc --sessions 2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "messageBytes, 3, 4 to 1024",
    "messageBytes, 1025, 4 to 1024",
    "capacity, 1000, a power of two",
    "capacity, 1, a power of two",
    "full, maybe, 'one of wait, fail'",
    "idle, doze, 'one of spin, yield, park'"
  })
  void settingsThatCannotBeAreRefused(String name, String value, String sentence) {
    assertThatThrownBy(() -> settings(name, value))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("ipc." + name + "=" + value + ": expected " + sentence);
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> create(1, settings()))
        .hasMessageStartingWith("ipc.file=" + file + ": it is not there: no far end")
        .hasMessageContaining("loadgen serve ipc --file " + file);
    FarEndProvider server = new FarEndProvider();
    assertThatThrownBy(() -> server.start(Settings.of("ipc", server.properties(), Map.of())))
        .isInstanceOf(SettingsException.class)
        .hasMessage("ipc needs --file FILE: the ring file to make");
    Settings none = Settings.of("ipc", new IpcProvider().properties(), Map.of());
    assertThatThrownBy(() -> create(1, none))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("-p ipc.file=")
        .hasMessageContaining("-p ipc.process=spawn");
    assertThatThrownBy(() -> new IpcProvider().operations(settings("pauses", "1ms every 1s")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("loadgen serve ipc --pauses");
  }

  @Test
  void aSpawnedFarEndEndsWithItsDriverAndTakesItsFileAway() throws Exception {
    Driver driver = create(1, settings("process", "spawn"));
    long pid;
    try (Session session = driver.open(0);
        RingMemory memory = RingMemory.attach(file)) {
      session.execute(echo());
      pid = memory.livingConsumer(0).orElseThrow();
      assertThat(pid).isNotEqualTo(ProcessHandle.current().pid());
    } finally {
      driver.close();
    }
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    assertThat(file).doesNotExist();
  }

  @Test
  void aFarEndThatIsClosedTwiceAtOnceHasTakenItsFileAwayWhenEitherReturns() throws Exception {
    for (int i = 0; i < 50; i++) {
      FarEnd farEnd = farEnd(1, 4, null);
      Thread first =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  farEnd.close();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      farEnd.await(); // it has begun to end
      farEnd.close();
      assertThat(file).doesNotExist();
      first.join();
    }
  }

  @Test
  void theDriverTakesTheFileOfAKilledFarEndAway() throws Exception {
    Driver driver = create(1, settings("process", "spawn", "file", directory + "/killed"));
    try (RingMemory memory = RingMemory.attach(directory.resolve("killed"))) {
      ProcessHandle farEnd = ProcessHandle.of(memory.livingConsumer(0).orElseThrow()).orElseThrow();
      farEnd.destroyForcibly();
      farEnd.onExit().join();
    } finally {
      driver.close();
    }
    assertThat(directory.resolve("killed")).doesNotExist();
  }

  @Test
  void aSpawnedFarEndThatCannotStartIsAnError() {
    assertThatThrownBy(() ->
            create(1, settings("process", "spawn", "file", directory.resolve("no/x").toString())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("did not start");
  }

  @Test
  @Timeout(20)
  void aSpawnedFarEndThatWasKilledLeavesNoFile() throws Exception {
    Driver driver = create(1, settings("process", "spawn"));
    try (RingMemory memory = RingMemory.attach(file)) {
      ProcessHandle farEnd = ProcessHandle.of(memory.livingConsumer(0).orElseThrow()).orElseThrow();
      farEnd.destroyForcibly();
      farEnd.onExit().join();
    } finally {
      driver.close();
    }
    assertThat(file).doesNotExist();
  }

  @Test
  @Timeout(20)
  void aSpawnedFarEndEndsAlsoIfTheOneThatClosesIsInterrupted() throws Exception {
    Driver driver = create(1, settings("process", "spawn"));
    try (RingMemory memory = RingMemory.attach(file)) {
      ProcessHandle farEnd = ProcessHandle.of(memory.livingConsumer(0).orElseThrow()).orElseThrow();
      Thread.currentThread().interrupt();
      assertThat(isInterrupted(driver)).isTrue();
      farEnd.onExit().join();
      assertThat(memory.livingConsumer(0)).isEmpty();
    }
    assertThat(file).doesNotExist();
  }

  /// Whether the interrupt is told: nobody waits for a far end that ends at once, and then it stays
  /// pending.
  private static boolean isInterrupted(Driver driver) throws Exception {
    try {
      driver.close();
      return Thread.interrupted();
    } catch (InterruptedException e) {
      return true;
    }
  }

  @Test
  void moreSessionsThanAFarEndHasAreRefusedBeforeOneIsSpawned() {
    assertThatThrownBy(() -> create(1025, settings("process", "spawn")))
        .isInstanceOf(SettingsException.class)
        .hasMessage("a far end has at most 1024 sessions, and this run has 1025");
  }

  @Test
  @Timeout(20)
  void aSessionThatWaitsGivesUpWhenItsDriverIsClosed() throws Exception {
    try (FarEnd _ = farEnd(1, 4, new Pauses(A_CENTURY_NS, A_CENTURY_NS + 1))) {
      Driver driver = create(1, settings());
      Session session = driver.open(0);
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread waiting =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try {
                  while (true) {
                    session.execute(send());
                  }
                } catch (Exception e) {
                  thrown.complete(e);
                }
              });
      driver.close();
      assertThat(thrown.get())
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the driver was closed");
      waiting.join();
    }
  }

  @Test
  void aFarEndLeavesAFileAloneThatHasTakenTheNameOfItsOwn() throws Exception {
    FarEnd first = farEnd(1, 4, null);
    Files.delete(file);
    try (FarEnd _ = farEnd(1, 4, null);
        Driver driver = create(1, settings());
        Session session = driver.open(0)) {
      first.close();
      assertThat(file).exists();
      assertThat(session.execute(echo())).isEqualTo(Outcome.OK);
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void aFileWhoseIndicesCannotBeIsRefused() throws Exception {
    RingGeometry geometry = new RingGeometry(RingKind.STAMPED, 32, 4, 2);
    RingMemory.create(file, geometry).close();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(8).putLong(0, -1), 4096 + 256);
    }
    assertThatThrownBy(() -> farEnd(1, 4, null))
        .isInstanceOf(RingFormatException.class)
        .hasMessage("ring 0 of " + file + " is damaged: its head and tail cannot be");
  }

  /// Its parent is killed, as nothing that it could hinder.
  @Test
  void aFarEndDiesWithItsParent() throws Exception {
    try (ChildJvm parent = ChildJvm.start(Parent.class, file)) {
      long pid = Long.parseLong(parent.line());
      ProcessHandle farEnd = ProcessHandle.of(pid).orElseThrow();
      assertThat(farEnd.isAlive()).isTrue();
      parent.kill();
      farEnd.onExit().join();
    }
  }

  /// A run that spawns a far end and then hangs.
  static final class Parent {
    private Parent() {}

    /// Does it.
    public static void main(String[] arguments) throws Exception {
      Settings settings =
          Settings.of(
              "ipc",
              new IpcProvider().properties(),
              Map.of("ipc.process", "spawn", "ipc.file", arguments[0], "ipc.idle", "park"));
      create(1, settings);
      try (RingMemory memory = RingMemory.attach(Path.of(arguments[0]))) {
        System.out.println(memory.livingConsumer(0).orElseThrow());
        System.in.readAllBytes();
      }
    }
  }
}
