/// Whole runs of loadgen beside its peers, each started as its users start it.
package dev.loadgen.benchmarks.sidebyside;
