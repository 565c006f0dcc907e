package dev.loadgen.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadgen.ipc.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes are killed while they use a ring; who comes next can use it.
class DeathTest {
  @TempDir private Path directory;

  private RingMemory create(RingKind kind) throws Exception {
    return RingMemory.create(directory.resolve("r.ring"), new RingGeometry(kind, 4, 8, 1));
  }

  private ChildJvm child(String what, int count) throws Exception {
    ChildJvm child = ChildJvm.start(RingChild.class, what, directory.resolve("r.ring"), count);
    assertThat(child.line()).isEqualTo("done");
    return child;
  }

  @Test
  void theNextProducerGoesOnAfterWhatWasCommitted() throws Exception {
    try (RingMemory memory = create(RingKind.FIXED);
        ChildJvm child = child("produce-and-hang", 3);
        FixedConsumer consumer = memory.fixedConsumer(0)) {
      assertThatThrownBy(() -> memory.fixedProducer(0))
          .isInstanceOf(RoleTakenException.class)
          .hasMessageEndingWith("is taken by process " + child.pid());
      assertThat(memory.livingProducer(0)).hasValue(child.pid());
      assertThat(consumer.isAbandoned()).isFalse();
      child.kill();
      assertThat(consumer.isAbandoned()).isTrue();
      assertThat(memory.livingProducer(0)).isEmpty();
      try (FixedProducer next = memory.fixedProducer(0)) {
        next.offerInt(3);
      }
      for (int i = 0; i < 4; i++) {
        assertThat(consumer.pollInt()).isEqualTo(i);
      }
      assertThat(consumer.pollInt()).isEqualTo(FixedConsumer.NOTHING);
    }
  }

  @Test
  void theNextConsumerGetsWhatWasNotReleased() throws Exception {
    try (RingMemory memory = create(RingKind.FIXED);
        FixedProducer producer = memory.fixedProducer(0)) {
      for (int i = 0; i < 8; i++) {
        producer.offerInt(i);
      }
      try (ChildJvm child = child("consume-and-hang", 3)) {
        assertThatThrownBy(() -> memory.fixedConsumer(0)).isInstanceOf(RoleTakenException.class);
        assertThat(memory.livingConsumer(0)).hasValue(child.pid());
        child.kill();
      }
      assertThat(memory.livingConsumer(0)).isEmpty();
      try (FixedConsumer next = memory.fixedConsumer(0)) {
        for (int i = 3; i < 8; i++) {
          assertThat(next.pollInt()).isEqualTo(i);
        }
        assertThat(next.pollInt()).isEqualTo(FixedConsumer.NOTHING);
      }
    }
  }

  @Test
  void aProducerThatDiesWithASlotBlocksASharedRingOnlyUntilRecovery() throws Exception {
    try (RingMemory memory = create(RingKind.SHARED);
        SharedProducer other = memory.sharedProducer(0);
        SharedConsumer consumer = memory.sharedConsumer(0);
        ChildJvm child = child("claim-shared-and-hang", 2)) {
      other.offerInt(10);
      assertThat(consumer.pollInt()).isEqualTo(0);
      assertThat(consumer.pollInt()).isEqualTo(1);
      assertThat(consumer.pollInt()).isEqualTo(SharedConsumer.NOTHING); // the slot before is open
      assertThat(consumer.recover()).isZero();
      child.kill();
      assertThat(consumer.recover()).isEqualTo(1);
      assertThat(consumer.recover()).isZero();
      assertThat(consumer.pollInt()).isEqualTo(10);
      fillAndEmpty(other, consumer);
    }
  }

  @Test
  void aConsumerThatDiesWithASlotBlocksASharedRingOnlyUntilRecovery() throws Exception {
    try (RingMemory memory = create(RingKind.SHARED);
        SharedProducer producer = memory.sharedProducer(0);
        SharedConsumer consumer = memory.sharedConsumer(0)) {
      for (int i = 0; i < 8; i++) {
        producer.offerInt(i);
      }
      try (ChildJvm child = child("take-shared-and-hang", 0)) {
        assertThat(producer.offerInt(8)).isFalse();
        child.kill();
      }
      assertThat(producer.offerInt(8)).isFalse();
      memory.sharedConsumer(0).close(); // joining clears up, too
      assertThat(producer.offerInt(8)).isTrue();
      for (int i = 1; i <= 8; i++) {
        assertThat(consumer.pollInt()).isEqualTo(i);
      }
      fillAndEmpty(producer, consumer);
    }
  }

  private static void fillAndEmpty(SharedProducer producer, SharedConsumer consumer) {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 8; i++) {
        assertThat(producer.offerInt(i)).isTrue();
      }
      assertThat(producer.offerInt(8)).isFalse();
      for (int i = 0; i < 8; i++) {
        assertThat(consumer.pollInt()).isEqualTo(i);
      }
      assertThat(consumer.pollInt()).isEqualTo(SharedConsumer.NOTHING);
    }
  }

  @Test
  void aFileThatIsCutOffUnderItsUsersDoesNotCrashThem() throws Exception {
    create(RingKind.STAMPED).close();
    try (ChildJvm child =
        ChildJvm.start(RingChild.class, "cut-off-and-close", directory.resolve("r.ring"))) {
      assertThat(child.line()).isEqualTo("refused");
      assertThat(child.line()).isEqualTo("closed");
      assertThat(child.await()).isZero();
    }
  }

  @Test
  void aProcessThatHasTheSameNumberButBeganLaterIsAnother() throws Exception {
    Occupant self = Occupant.ofWord(Occupant.self());
    assertThat(self.lives()).isTrue();
    assertThat(self.pid()).isEqualTo((int) ProcessHandle.current().pid());
    // By one tick, and in nothing that moves when the clock is set: who lives would look dead then.
    assertThat(new Occupant(self.pid(), self.start() - 1).lives()).isFalse();
    Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")));
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    assertThat(Integer.toUnsignedString(self.start())).isEqualTo(fields[19]);
    assertThat(new Occupant(self.pid(), 0).lives()).isTrue();
    assertThat(new Occupant(0x7FFF_FFFF, 0).lives()).isFalse();
    assertThat(Occupant.ofWord(new Occupant(-5, -7).word())).isEqualTo(new Occupant(-5, -7));
  }
}
