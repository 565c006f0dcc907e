/// What the parts of an operation cost, by JMH.
package dev.loadgen.benchmarks.jmh;
