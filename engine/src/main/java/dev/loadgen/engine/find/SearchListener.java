package dev.loadgen.engine.find;

import dev.loadgen.engine.RunListener;
import dev.loadgen.engine.plan.Rate;

/// Hears of a search while it goes on. Called by the thread that searches: be quick.
public interface SearchListener extends RunListener {
  /// A listener that does nothing.
  SearchListener NONE = new SearchListener() {};

  /// A probe begins.
  ///
  /// @param number from 1
  default void probing(int number, Rate rate) {}

  /// A probe has been made.
  default void probed(Probe probe) {}
}
