package dev.loadgen.engine.result;

import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.engine.plan.PlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The directory that a run writes into: new or empty, since a run is never overwritten. Used by
/// one thread.
public final class OutputDirectory {
  private final Path directory;
  private final List<Path> made = new ArrayList<>(); // the outermost first

  private OutputDirectory(Path directory) {
    this.directory = directory;
  }

  /// Checks, as far as that can be done without making it, that a run can write there.
  ///
  /// @throws PlanException if it holds something, is a file or is not writable
  public static void check(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new PlanException("--output " + directory + ": is a file, not a directory");
    }
    try (Stream<Path> entries = Files.list(directory)) {
      if (entries.findAny().isPresent()) {
        throw new PlanException(
            "--output " + directory + ": is not empty, and a run is never overwritten");
      }
    } catch (IOException e) {
      throw new PlanException("--output " + directory + ": cannot be listed: " + IoReason.of(e), e);
    }
    if (!Files.isWritable(directory)) {
      throw new PlanException("--output " + directory + ": is not writable");
    }
  }

  /// Makes it, with the directories above it, if it is not there.
  ///
  /// @throws PlanException if it cannot be made, or [#check] fails
  public static OutputDirectory make(Path directory) {
    check(directory);
    OutputDirectory output = new OutputDirectory(directory);
    try {
      output.makeMissing();
    } catch (IOException e) {
      output.removeIfUnused();
      throw new PlanException(
          "--output " + directory + ": cannot be created: " + IoReason.of(e), e);
    }
    return output;
  }

  private void makeMissing() throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path path = directory.toAbsolutePath();
        path != null && !Files.exists(path);
        path = path.getParent()) {
      missing.addFirst(path);
    }
    for (Path path : missing) {
      Files.createDirectory(path);
      made.add(path);
    }
  }

  /// Removes what [#make] made, as far as nothing was put into it.
  public void removeIfUnused() {
    for (Path path : made.reversed()) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        return; // not empty: it is used; or it cannot be deleted, and nothing is lost
      }
    }
  }
}
