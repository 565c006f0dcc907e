/// Finds drivers: bundles, and the class loaders that keep them apart from us and from one another.
package dev.loadgen.cli.bundles;
