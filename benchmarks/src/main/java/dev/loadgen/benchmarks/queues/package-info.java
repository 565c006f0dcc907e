/// The rings beside their peers, two contenders in turn in each run: what counts is the ratio.
package dev.loadgen.benchmarks.queues;
