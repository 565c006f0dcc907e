/// The driver `queue`: queues between threads of one process, each a
/// [dev.loadgen.ipc.queue.QueueType], measured by handing messages to another thread
/// ([dev.loadgen.ipc.queue.Lane]) or around a ring of threads.
package dev.loadgen.ipc.queue;
