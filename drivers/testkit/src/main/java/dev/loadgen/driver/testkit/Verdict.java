package dev.loadgen.driver.testkit;

import java.util.ArrayList;
import java.util.List;

/// What came of a check.
///
/// @param violations how the promise is broken, a sentence each; none if it is kept
/// @param unchecked what of it could not be checked, and why, a sentence each
public record Verdict(List<String> violations, List<String> unchecked) {
  /// Copies both.
  public Verdict {
    violations = List.copyOf(violations);
    unchecked = List.copyOf(unchecked);
  }

  /// Collects what a check finds. Thread-safe by a lock.
  static final class Minutes {
    private final List<String> violations = new ArrayList<>();
    private final List<String> unchecked = new ArrayList<>();

    synchronized void violation(String sentence) {
      violations.add(sentence);
    }

    synchronized void violations(List<String> sentences) {
      violations.addAll(sentences);
    }

    synchronized void unchecked(String sentence) {
      unchecked.add(sentence);
    }

    synchronized boolean isClean() {
      return violations.isEmpty();
    }

    synchronized Verdict verdict() {
      return new Verdict(
          violations.stream().distinct().toList(), unchecked.stream().distinct().toList());
    }
  }
}
