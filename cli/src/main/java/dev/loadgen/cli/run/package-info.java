/// `loadgen run`: its options, what it shows while a run goes on and at the end.
package dev.loadgen.cli.run;
