package dev.loadgen.ipc.ring;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/// Rings in a stretch of memory: a mapped file that other processes map too, or memory of this
/// process outside of the heap. [FileHeader] says what is where in a file.
///
/// Thread-safe. Producers and consumers are taken from it, for one thread each; [#close] gives up
/// the roles of them all. The memory itself stays for as long as anything refers to it: the rings
/// are used by address ([RawMemory]), and what still uses a closed one must not crash the process.
///
/// A file must keep its size while it is mapped: the system answers access to what was cut off with
/// a signal, which the JVM turns into an `InternalError`.
public final class RingMemory implements AutoCloseable {
  private final MemorySegment memory;
  private final RingGeometry geometry;
  private final String name;
  private final List<Runnable> givingUp = new ArrayList<>(); // of each role; guarded by itself

  private RingMemory(MemorySegment memory, RingGeometry geometry, String name) {
    this.memory = memory;
    this.geometry = geometry;
    this.name = name;
  }

  /// Makes a file with empty rings and maps it. The file appears whole, or not at all; its room is
  /// taken up at once, so that a full disk shows here rather than as a crash later.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is something by that name
  /// @throws IOException if it cannot be made; the message is a sentence
  public static RingMemory create(Path path, RingGeometry geometry) throws IOException {
    RingFile.create(path, geometry);
    return attach(path, geometry);
  }

  /// Maps a file that another made.
  ///
  /// @throws RingFormatException if it is not a file of rings that this version can use
  /// @throws IOException if it cannot be read and written; the message is a sentence
  public static RingMemory attach(Path path) throws IOException {
    MemorySegment memory = RingFile.map(path, Arena.ofAuto());
    return new RingMemory(memory, FileHeader.read(memory, path), path.toString());
  }

  /// Maps a file that another made, and that must hold rings like these.
  ///
  /// @throws RingFormatException if it is not a file of rings that this version can use, or if
  ///   their kind, message size, capacity or number is another
  /// @throws IOException if it cannot be read and written; the message is a sentence
  public static RingMemory attach(Path path, RingGeometry expected) throws IOException {
    RingMemory attached = attach(path);
    if (!attached.geometry.equals(expected)) {
      attached.close();
      throw new RingFormatException(path + " holds " + attached.geometry + ", not " + expected);
    }
    return attached;
  }

  /// Empty rings in memory of this process.
  public static RingMemory offHeap(RingGeometry geometry) {
    MemorySegment memory = Arena.ofAuto().allocate(geometry.memoryBytes(), FileHeader.BYTES);
    RingFile.initialise(memory, geometry);
    return new RingMemory(memory, geometry, "the memory of this process");
  }

  /// What its rings look like.
  public RingGeometry geometry() {
    return geometry;
  }

  /// Becomes the producer of a `FIXED` ring, or takes over from one whose process has ended.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if there is a producer, and it lives
  /// @throws RingFormatException if the indices of the ring cannot be
  public FixedProducer fixedProducer(int index) throws RoleTakenException, RingFormatException {
    MemorySegment ring = ring(index, RingKind.FIXED);
    Role role = producerOf(ring, index);
    return new FixedProducer(new SpscControl(ring), slots(ring), geometry, role);
  }

  /// Becomes the consumer of a `FIXED` ring, or takes over from one whose process has ended.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if there is a consumer, and it lives
  /// @throws RingFormatException if the indices of the ring cannot be
  public FixedConsumer fixedConsumer(int index) throws RoleTakenException, RingFormatException {
    MemorySegment ring = ring(index, RingKind.FIXED);
    Role role = consumerOf(ring, index);
    return new FixedConsumer(new SpscControl(ring), slots(ring), geometry, role);
  }

  /// Becomes the producer of a `VARIABLE` ring, or takes over from one whose process has ended.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if there is a producer, and it lives
  /// @throws RingFormatException if the indices of the ring cannot be
  public VariableProducer variableProducer(int index)
      throws RoleTakenException, RingFormatException {
    MemorySegment ring = ring(index, RingKind.VARIABLE);
    Role role = producerOf(ring, index);
    return new VariableProducer(new SpscControl(ring), slots(ring), geometry, role);
  }

  /// Becomes the consumer of a `VARIABLE` ring, or takes over from one whose process has ended.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if there is a consumer, and it lives
  /// @throws RingFormatException if the indices of the ring cannot be
  public VariableConsumer variableConsumer(int index)
      throws RoleTakenException, RingFormatException {
    MemorySegment ring = ring(index, RingKind.VARIABLE);
    Role role = consumerOf(ring, index);
    return new VariableConsumer(new SpscControl(ring), slots(ring), geometry, role);
  }

  /// Becomes the producer of a `STAMPED` ring, or takes over from one whose process has ended.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if there is a producer, and it lives
  /// @throws RingFormatException if the indices of the ring cannot be
  public StampedProducer stampedProducer(int index) throws RoleTakenException, RingFormatException {
    MemorySegment ring = ring(index, RingKind.STAMPED);
    Role role = producerOf(ring, index);
    StampedSlots slots = new StampedSlots(slots(ring), geometry);
    return new StampedProducer(new SpscControl(ring), slots, geometry, role);
  }

  /// Becomes the consumer of a `STAMPED` ring, or takes over from one whose process has ended.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if there is a consumer, and it lives
  /// @throws RingFormatException if the indices of the ring cannot be
  public StampedConsumer stampedConsumer(int index) throws RoleTakenException, RingFormatException {
    MemorySegment ring = ring(index, RingKind.STAMPED);
    Role role = consumerOf(ring, index);
    StampedSlots slots = new StampedSlots(slots(ring), geometry);
    return new StampedConsumer(new SpscControl(ring), slots, geometry, role);
  }

  /// Becomes one more producer of a `SHARED` ring.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if 64 take part already
  public SharedProducer sharedProducer(int index) throws RoleTakenException {
    SharedControl control = new SharedControl(ring(index, RingKind.SHARED), geometry);
    return new SharedProducer(control, geometry, join(control, index));
  }

  /// Becomes one more consumer of a `SHARED` ring.
  ///
  /// @param index which ring, from 0
  /// @throws RoleTakenException if 64 take part already
  public SharedConsumer sharedConsumer(int index) throws RoleTakenException {
    SharedControl control = new SharedControl(ring(index, RingKind.SHARED), geometry);
    return new SharedConsumer(control, geometry, join(control, index));
  }

  private MemorySegment ring(int index, RingKind asked) {
    Objects.checkIndex(index, geometry.rings());
    if (geometry.kind() != asked) {
      throw new IllegalStateException(name + " holds " + geometry + ", asked for as " + asked);
    }
    return memory.asSlice(
        geometry.ringOffset(index), geometry.slotsOffset() + geometry.slotsBytes());
  }

  private MemorySegment slots(MemorySegment ring) {
    return ring.asSlice(geometry.slotsOffset());
  }

  private Role producerOf(MemorySegment ring, int index)
      throws RoleTakenException, RingFormatException {
    return taken(ring, SpscControl.PRODUCER_AT, "producer", index);
  }

  private Role consumerOf(MemorySegment ring, int index)
      throws RoleTakenException, RingFormatException {
    return taken(ring, SpscControl.CONSUMER_AT, "consumer", index);
  }

  private Role taken(MemorySegment ring, long roleAt, String name, int index)
      throws RoleTakenException, RingFormatException {
    Role role = Role.take(ring, roleAt, what(name, index));
    if (!new SpscControl(ring).isSound(geometry)) {
      role.close();
      throw new RingFormatException(
          "ring " + index + " of " + this.name + " is damaged: its head and tail cannot be");
    }
    synchronized (givingUp) {
      givingUp.add(role::close);
    }
    return role;
  }

  private Participant join(SharedControl control, int index) throws RoleTakenException {
    Participant participant = Participant.join(control, what("part", index));
    synchronized (givingUp) {
      givingUp.add(participant::close);
    }
    return participant;
  }

  private String what(String role, int index) {
    return "the " + role + " of ring " + index + " of " + name;
  }

  /// The process that consumes a ring that is not `SHARED`; empty if there is none or it has ended.
  /// Slow: it asks the operating system.
  ///
  /// @return its process id
  public OptionalLong livingConsumer(int index) {
    return living(index, SpscControl.CONSUMER_AT);
  }

  /// The process that produces for a ring that is not `SHARED`; empty if there is none or it has
  /// ended. Slow: it asks the operating system.
  ///
  /// @return its process id
  public OptionalLong livingProducer(int index) {
    return living(index, SpscControl.PRODUCER_AT);
  }

  private OptionalLong living(int index, long roleAt) {
    Objects.checkIndex(index, geometry.rings());
    Occupant occupant =
        Occupant.ofWord(Role.wordAcquire(memory, geometry.ringOffset(index) + roleAt));
    return occupant.word() != Occupant.NONE && occupant.lives()
        ? OptionalLong.of(occupant.pid() & 0xFFFF_FFFFL)
        : OptionalLong.empty();
  }

  /// Gives up all roles that were taken from it, for others to take: use it when none of them is
  /// used any more. A file stays; so does the memory, until nothing refers to it.
  @Override
  public void close() {
    synchronized (givingUp) {
      givingUp.forEach(Runnable::run);
      givingUp.clear();
    }
  }

  @Override
  public String toString() {
    return name + ": " + geometry;
  }
}
