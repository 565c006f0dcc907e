/// What operations of the mock database cost: pure functions of (seed, sequence). No clock, no
/// thread belongs here.
package dev.loadgen.mockdb.model;
