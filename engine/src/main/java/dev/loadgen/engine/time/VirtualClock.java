package dev.loadgen.engine.time;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A clock that stands still while any of its threads runs, and jumps to the next deadline when all
/// of them wait. Exactly one of its threads runs at a time, those that wake at one instant in the
/// order in which they were made, so a run on it is deterministic, and as fast as the machine.
///
/// Threads take part if they were made by [#thread] (and must then be started) or are within
/// [#enrol]. One that blocks on anything but this clock while it has the turn stops time for ever;
/// if all wait without a deadline the clock says so by an exception in the thread that waited last.
public final class VirtualClock implements Clock {
  private static final class Member {
    final int id;
    final Condition turn;
    long wakeNs;
    boolean parked;
    boolean permit;

    Member(int id, Condition turn) {
      this.id = id;
      this.turn = turn;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Thread, Member> members = new HashMap<>();
  private final ArrayDeque<Member> ready = new ArrayDeque<>();
  private final PriorityQueue<Member> sleepers =
      new PriorityQueue<>(
          Comparator.comparingLong((Member m) -> m.wakeNs).thenComparingInt(m -> m.id));
  private final long epochMillis;
  private volatile long nowNs;
  private Member running;
  private int made;

  /// @param startNs the first reading of [#nanoTime]
  /// @param epochMillis the first reading of [#epochMillis]
  public VirtualClock(long startNs, long epochMillis) {
    this.nowNs = startNs;
    this.epochMillis = epochMillis - startNs / 1_000_000;
  }

  @Override
  public long nanoTime() {
    return nowNs;
  }

  @Override
  public long epochMillis() {
    return epochMillis + nowNs / 1_000_000;
  }

  /// Moves on at once, whoever waits, as the clock of a machine does that was suspended. By the
  /// thread that has the turn.
  ///
  /// @param ns 0 or more
  public void jump(long ns) {
    lock.lock();
    try {
      nowNs = nanoTime() + ns;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void parkUntil(long deadlineNs) {
    lock.lock();
    try {
      Member self = member();
      if (self.permit) {
        self.permit = false;
        return;
      }
      if (deadlineNs <= nowNs) {
        return;
      }
      self.wakeNs = deadlineNs;
      self.parked = true;
      sleepers.add(self);
      try {
        dispatch();
      } catch (IllegalStateException e) {
        sleepers.remove(self);
        self.parked = false;
        throw e;
      }
      awaitTurn(self);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void spinUntil(long deadlineNs) {
    parkUntil(deadlineNs);
  }

  @Override
  public void unpark(Thread thread) {
    lock.lock();
    try {
      Member member = members.get(thread);
      if (member == null) {
        return;
      }
      if (member.parked) {
        sleepers.remove(member);
        member.parked = false;
        ready.add(member);
      } else {
        member.permit = true;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void interrupt(Thread thread) {
    thread.interrupt();
    unpark(thread);
  }

  @Override
  public Thread thread(String name, Runnable body) {
    return member(Thread.ofPlatform().name(name).daemon(), body);
  }

  @Override
  public Thread task(String name, Runnable body) {
    return member(Thread.ofVirtual().name(name), body);
  }

  private Thread member(Thread.Builder builder, Runnable body) {
    Member[] self = new Member[1];
    Thread thread =
        builder.unstarted(() -> {
          begin(self[0]);
          try {
            body.run();
          } finally {
            leave();
          }
        });
    lock.lock();
    try {
      self[0] = join(thread);
      ready.add(self[0]);
    } finally {
      lock.unlock();
    }
    return thread;
  }

  @Override
  public Enrolment enrol() {
    lock.lock();
    try {
      if (members.containsKey(Thread.currentThread())) {
        return () -> {}; // an enrolment within one: the outer ends it
      }
      Member self = join(Thread.currentThread());
      if (running == null) {
        running = self;
      } else {
        ready.add(self);
        awaitTurn(self);
      }
    } finally {
      lock.unlock();
    }
    return this::leave;
  }

  private Member join(Thread thread) {
    Member member = new Member(made++, lock.newCondition());
    members.put(thread, member);
    return member;
  }

  private Member member() {
    Member self = members.get(Thread.currentThread());
    if (self == null) {
      throw new IllegalStateException("this thread does not take part in the virtual clock");
    }
    return self;
  }

  private void begin(Member self) {
    lock.lock();
    try {
      if (running == null) {
        dispatch();
      }
      awaitTurn(self);
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      members.remove(Thread.currentThread());
      running = null;
      if (!ready.isEmpty() || !sleepers.isEmpty()) {
        dispatch();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitTurn(Member self) {
    while (running != self) {
      self.turn.awaitUninterruptibly();
    }
  }

  /// Gives the turn to the next that can run; time moves on only if none can run now.
  private void dispatch() {
    Member next = ready.poll();
    if (next == null) {
      next = sleepers.peek();
      if (next == null || next.wakeNs == Long.MAX_VALUE) {
        throw new IllegalStateException("all threads wait for one another at " + nowNs + " ns");
      }
      sleepers.remove(next);
      next.parked = false;
      nowNs = Math.max(nowNs, next.wakeNs);
    }
    running = next;
    next.turn.signal();
  }
}
