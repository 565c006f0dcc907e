/// The generator watches itself: what its own process and its machine did while it measured, so
/// that nobody blames the system under test for it. What is measured of the system does not belong
/// here.
package dev.loadgen.engine.watch;
