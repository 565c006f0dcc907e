/// The key-value store beside others.
package dev.loadgen.benchmarks.kv;
