/// Finds the highest rate at which objectives hold: which rate to probe next, what a probe's run
/// says, what it comes down to, and the files that it leaves. A probe is a run like any other: how
/// runs work does not belong here.
package dev.loadgen.engine.find;
