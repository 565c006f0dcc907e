/// Clocks and waiting: the only place that reads `System.nanoTime` or parks a thread.
package dev.loadgen.engine.time;
