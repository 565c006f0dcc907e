package dev.loadgen.engine.workload;

import dev.loadgen.driver.Draws;
import dev.loadgen.engine.plan.IoReason;
import dev.loadgen.engine.plan.PlanException;
import dev.loadgen.engine.workload.CoreProperties.LengthDistribution;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// How long the value of a field is: a function of its record's key and its place, so that it can
/// be checked again. Immutable.
final class FieldLengths {
  private static final int LENGTH = 5; // the purpose of the draw
  private static final double THETA = 0.99;

  private final LengthDistribution distribution;
  private final int least;
  private final int most;
  private final Zipfian zipfian;
  private final int block;
  private final double[] upTo; // of a histogram: the share of lengths up to each block

  private FieldLengths(
      LengthDistribution distribution, int least, int most, int block, double[] upTo) {
    this.distribution = distribution;
    this.least = least;
    this.most = most;
    this.block = block;
    this.upTo = upTo;
    this.zipfian =
        distribution == LengthDistribution.ZIPFIAN ? new Zipfian(most - least + 1L, THETA) : null;
  }

  /// @throws PlanException if the settings contradict one another, or a histogram cannot be read
  static FieldLengths of(CoreProperties properties) {
    LengthDistribution distribution = properties.value(CoreProperties.FIELD_LENGTH_DISTRIBUTION);
    int most = properties.value(CoreProperties.FIELD_LENGTH).intValue();
    int least = properties.value(CoreProperties.MIN_FIELD_LENGTH).intValue();
    return switch (distribution) {
      case CONSTANT -> new FieldLengths(distribution, most, most, 0, null);
      case HISTOGRAM -> histogram(properties.value(CoreProperties.FIELD_LENGTH_HISTOGRAM));
      case UNIFORM, ZIPFIAN -> {
        if (least > most) {
          throw new PlanException(
              properties.shown(CoreProperties.MIN_FIELD_LENGTH)
                  + ": is more than "
                  + properties.shown(CoreProperties.FIELD_LENGTH));
        }
        yield new FieldLengths(distribution, least, most, 0, null);
      }
    };
  }

  /// YCSB's file: a line `BlockSize`, a tab and a number; then lines of a block's index, a tab and
  /// how many values are that long.
  private static FieldLengths histogram(String file) {
    String setting = "fieldlengthhistogram=" + file + ": ";
    List<String> lines = lines(file, setting);
    try {
      String[] head = lines.isEmpty() ? new String[0] : lines.getFirst().split("\t", -1);
      if (head.length < 2 || !head[0].equals("BlockSize")) {
        throw new NumberFormatException("the first line is not BlockSize, a tab and a number");
      }
      int block = Integer.parseInt(head[1].strip());
      double[] upTo = new double[lines.size() - 1];
      double sum = 0;
      for (int i = 0; i < upTo.length; i++) {
        String[] cells = lines.get(i + 1).split("\t", -1);
        if (cells.length < 2 || Integer.parseInt(cells[0].strip()) != i) {
          throw new NumberFormatException(
              "line " + (i + 2) + " is not " + i + ", a tab and a number of values");
        }
        sum += Long.parseLong(cells[1].strip());
        upTo[i] = sum;
      }
      long most = (long) block * upTo.length;
      if (!(sum > 0) || block < 1 || most > CoreProperties.MOST_VALUE_BYTES) {
        throw new NumberFormatException("no lengths, or lengths that are too large");
      }
      for (int i = 0; i < upTo.length; i++) {
        upTo[i] /= sum;
      }
      return new FieldLengths(LengthDistribution.HISTOGRAM, block, (int) most, block, upTo);
    } catch (NumberFormatException e) {
      throw new PlanException(setting + "is no histogram of lengths: " + e.getMessage(), e);
    }
  }

  private static List<String> lines(String file, String setting) {
    try {
      Path path = Path.of(file);
      if (Files.isDirectory(path)) {
        throw new PlanException(setting + "is a directory, not a file");
      }
      return Files.readAllLines(path);
    } catch (CharacterCodingException e) {
      throw new PlanException(setting + "is no histogram of lengths: it is not UTF-8 text", e);
    } catch (IOException e) {
      throw new PlanException(setting + "cannot be read: " + IoReason.of(e), e);
    } catch (InvalidPathException e) {
      throw new PlanException(setting + "is no path", e);
    }
  }

  /// Tells histograms apart by what they say, not by where they lie.
  @Override
  public String toString() {
    return String.format("%d lengths up to %d, %08x", upTo.length, most, Arrays.hashCode(upTo));
  }

  boolean isConstant() {
    return distribution == LengthDistribution.CONSTANT;
  }

  /// The longest.
  int most() {
    return most;
  }

  /// The length of one field's value.
  ///
  /// @param seed that of the value
  int of(long seed) {
    return switch (distribution) {
      case CONSTANT -> most;
      case UNIFORM -> least + (int) Draws.below(most - least + 1L, seed, 0, LENGTH);
      case ZIPFIAN -> least + (int) zipfian.at(Draws.unit(seed, 0, LENGTH));
      case HISTOGRAM -> {
        double draw = Draws.unit(seed, 0, LENGTH);
        int index = 0;
        while (index < upTo.length - 1 && draw >= upTo[index]) {
          index++;
        }
        yield (index + 1) * block;
      }
    };
  }
}
