package dev.loadgen.kv.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// What is done with the files of a shard beside writing: forcing them to the disk, preparing the
/// next extent, deleting those that were given up. All of it is slow, so none of it happens in a
/// write; the writer asks for it, and a background thread does it.
///
/// `files` guards the slow work, the shard's lock what it shares with the writer; who needs both
/// takes `files` first.
final class ShardFiles {
  /// Where slow work is done, one after the other.
  interface Background {
    /// Does it soon.
    void soon(Runnable work);

    /// Does it once more a little later.
    void later(Runnable work);
  }

  private record RetiredIndex(Index index, long epoch) {}

  private final Object files = new Object();
  private final Path directory;
  private final Log log;
  private final ReentrantLock writing;
  private final Epochs epochs;
  private final Background background;

  // Guarded by the shard's lock.
  private final Deque<RetiredIndex> indexes = new ArrayDeque<>();
  private boolean releaseAsked;

  private volatile IOException failure;
  private long newestForced; // guarded by files

  ShardFiles(Path directory, Log log, ReentrantLock writing, Epochs epochs, Background background) {
    this.directory = directory;
    this.log = log;
    this.writing = writing;
    this.epochs = epochs;
    this.background = background;
  }

  /// Asks for what the last write made necessary. The writer calls it.
  void written() {
    long number = log.wantsSpare();
    if (number != 0) {
      background.soon(() -> prepare(number));
    }
    if (!releaseAsked && (log.hasRetired() || !indexes.isEmpty())) {
      releaseAsked = true;
      background.soon(this::release);
    }
  }

  /// Nobody finds this index any more. The writer calls it.
  void retire(Index index) {
    indexes.add(new RetiredIndex(index, epochs.retire()));
  }

  /// Makes memory for an index before it is needed. The writer calls it.
  void enlarge(Index index) {
    background.soon(() -> {
      try {
        MemorySegment slab = index.pool().makeSlab();
        writing.lock();
        try {
          index.pool().offerSlab(slab);
        } finally {
          writing.unlock();
        }
      } catch (IllegalStateException e) {
        return; // the index was closed meanwhile
      }
    });
  }

  private void prepare(long number) {
    try {
      Extent prepared = log.prepare(number, true);
      boolean taken = locked(() -> log.offerSpare(prepared));
      if (!taken) {
        prepared.close();
        Files.delete(prepared.file());
      }
    } catch (IOException e) {
      // The writer makes its own when it needs one, and fails then if it must.
      locked(log::forgetSpare);
    }
  }

  private <T> T locked(Supplier<T> action) {
    writing.lock();
    try {
      return action.get();
    } finally {
      writing.unlock();
    }
  }

  /// Frees the memory of indexes that were given up. Under the shard's lock.
  void close() {
    while (!indexes.isEmpty()) {
      indexes.remove().index().close();
    }
  }

  /// Deletes what was given up and is read by nobody any more.
  void release() {
    boolean left;
    synchronized (files) {
      try {
        deleteExtents();
      } catch (IOException e) {
        failure = e;
      }
      left =
          locked(() -> {
            while (!indexes.isEmpty() && epochs.hasPassed(indexes.peek().epoch())) {
              indexes.remove().index().close();
            }
            releaseAsked = log.hasRetired() || !indexes.isEmpty();
            return releaseAsked;
          });
    }
    if (left) {
      background.later(this::release);
    }
  }

  private void deleteExtents() throws IOException {
    Log.Placed unread = locked(log::pollUnread);
    if (unread != null) {
      sync(); // the copies must outlive a loss of power if the originals would have
    }
    while (unread != null) {
      Files.delete(unread.extent().file());
      unread.extent().close();
      int place = unread.place();
      unread =
          locked(() -> {
            log.freePlace(place);
            return log.pollUnread();
          });
    }
  }

  /// @throws IOException if something could not be brought to the disk
  void requireSound() throws IOException {
    if (failure != null) {
      throw new IOException("an earlier write could not be brought to the disk", failure);
    }
  }

  /// Returns when all that was written before is on the disk.
  void sync() throws IOException {
    synchronized (files) {
      requireSound();
      List<Log.Span> spans = locked(log::takeUnsynced);
      try {
        for (Log.Span span : spans) {
          span.extent().force(span.from(), span.to());
          if (span.to() == span.extent().bytes()) {
            locked(() -> log.forced(span.extent()));
          }
        }
        forceNames(locked(log::newest));
      } catch (ClosedByInterruptException e) {
        throw e; // only the names are left to be forced, which the next one does
      } catch (UncheckedIOException e) {
        failure = e.getCause();
        throw failure;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  /// The names of new files are on the disk only when the directory is.
  private void forceNames(long newest) throws IOException {
    if (newest > newestForced) {
      Directories.force(directory);
      newestForced = newest;
    }
  }
}
