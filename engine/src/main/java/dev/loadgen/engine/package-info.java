/// The load generator as a library: [dev.loadgen.engine.LoadGenerator] runs a
/// [dev.loadgen.engine.plan.RunPlan] against a driver and returns a
/// [dev.loadgen.engine.result.RunResult].
package dev.loadgen.engine;
