/// What each operation is: its kind, key and values, as pure functions of (seed, number). When it
/// is sent does not belong here.
package dev.loadgen.engine.workload;
