/// The open model against its goals, and waits on the real clock against queueing theory.
package dev.loadgen.benchmarks.openmodel;
