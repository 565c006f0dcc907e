package dev.loadgen.engine.workload;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/// Deals the numbers of new records out, and knows up to which all of them have been answered: only
/// those can be read. A read of a record whose insert is still under way would be a fast miss.
///
/// Any thread takes and acknowledges; none waits. An insert that hangs holds the bound back, but
/// not for ever: when so many others have been dealt out after it that it falls out of the memory,
/// it is given up.
final class InsertedKeys {
  private static final int MEMORY = 1 << 20; // numbers, a power of two
  private static final int MASK = MEMORY - 1;

  private final AtomicLong next;
  private final AtomicLong last; // all up to and with it are acknowledged
  private final AtomicLongArray acknowledged = new AtomicLongArray(MEMORY / Long.SIZE); // a ring
  private final AtomicBoolean advancing = new AtomicBoolean();
  private final AtomicLong firstMissing = new AtomicLong(Long.MAX_VALUE);
  private final LongAdder failures = new LongAdder();

  /// @param first the first number to deal out; all before it are there
  InsertedKeys(long first) {
    next = new AtomicLong(first);
    last = new AtomicLong(first - 1);
  }

  /// Deals out a number.
  long take() {
    long number = next.getAndIncrement();
    while (number - last.get() >= MEMORY) {
      giveUpTo(number - MEMORY + 1); // or whoever is at it: a few steps
    }
    return number;
  }

  /// The record of this number has been answered.
  void acknowledge(long number) {
    if (number <= last.get()) {
      return; // given up before
    }
    int bit = (int) (number & MASK);
    acknowledged.getAndUpdate(bit / Long.SIZE, word -> word | (1L << (bit % Long.SIZE)));
    if (number <= last.get()) {
      forget(number); // given up just now: its place in the ring is another's
      return;
    }
    // Whoever advances looks again after letting go: so no acknowledgement is left behind.
    while (isAcknowledged(last.get() + 1) && advancing.compareAndSet(false, true)) {
      try {
        while (isAcknowledged(last.get() + 1)) {
          forget(last.get() + 1);
          last.incrementAndGet();
        }
      } finally {
        advancing.set(false);
      }
    }
  }

  /// The record of this number could not be made. It is answered all the same: nothing waits for
  /// it.
  void fail(long number) {
    failures.increment();
    firstMissing.accumulateAndGet(number, Math::min);
    acknowledge(number);
  }

  /// The first number whose record is not known to be there.
  long unbroken() {
    return Math.min(firstMissing.get(), last.get() + 1);
  }

  /// The highest number up to which every record has been answered.
  long last() {
    return last.get();
  }

  /// How many could not be made.
  long failures() {
    return failures.sum();
  }

  private void giveUpTo(long number) {
    if (advancing.compareAndSet(false, true)) {
      try {
        while (last.get() < number) {
          if (!isAcknowledged(last.get() + 1)) {
            firstMissing.accumulateAndGet(last.get() + 1, Math::min);
          }
          forget(last.get() + 1);
          last.incrementAndGet();
        }
      } finally {
        advancing.set(false);
      }
    }
  }

  private boolean isAcknowledged(long number) {
    int bit = (int) (number & MASK);
    return (acknowledged.get(bit / Long.SIZE) >>> (bit % Long.SIZE) & 1) != 0;
  }

  private void forget(long number) {
    int bit = (int) (number & MASK);
    acknowledged.getAndUpdate(bit / Long.SIZE, word -> word & ~(1L << (bit % Long.SIZE)));
  }
}
