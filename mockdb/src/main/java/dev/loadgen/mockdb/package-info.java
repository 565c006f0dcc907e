/// The mock database, which sleeps and pauses the world, and `noop`, which does nothing. What they
/// cost is decided in [dev.loadgen.mockdb.model]; here is how the time is spent.
package dev.loadgen.mockdb;
