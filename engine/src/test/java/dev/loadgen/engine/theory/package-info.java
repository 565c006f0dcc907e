/// Queueing theory, as the oracle of tests: closed forms, and how sure a simulation can be of what
/// it saw. Pure: knows nothing of the engine.
package dev.loadgen.engine.theory;
