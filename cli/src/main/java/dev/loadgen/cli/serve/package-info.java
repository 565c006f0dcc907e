/// `loadgen serve`: runs a server that a bundle brings along.
package dev.loadgen.cli.serve;
