/// When operations are intended to start: pure arithmetic. No clock, no thread, no waiting belongs
/// here.
package dev.loadgen.engine.schedule;
