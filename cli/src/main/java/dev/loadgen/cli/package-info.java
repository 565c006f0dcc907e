/// The `loadgen` command: one class per subcommand.
package dev.loadgen.cli;
