/// Drivers for queues: `ipc`, between processes, with the far end that answers it.
package dev.loadgen.ipc;
