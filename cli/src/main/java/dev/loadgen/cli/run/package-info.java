/// `loadgen run`, `load` and `find`: their options, what they show while a run goes on and at the
/// end.
package dev.loadgen.cli.run;
