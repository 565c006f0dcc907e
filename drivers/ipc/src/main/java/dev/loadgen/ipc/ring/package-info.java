/// Rings: bounded queues in memory that several processes map.
///
/// [dev.loadgen.ipc.ring.RingMemory] makes and attaches them; of it one takes producers and
/// consumers. `docs/ipc-format.md` describes the bytes.
///
/// Belongs here: the rings and what makes them usable between processes. Does not: waiting (no
/// method blocks), what messages mean, drivers.
package dev.loadgen.ipc.ring;
