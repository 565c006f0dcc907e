/// The threads of a run: workers that take, send and complete operations, and the control that they
/// share. Every rule on what is counted where at the end of a run is here.
package dev.loadgen.engine.worker;
