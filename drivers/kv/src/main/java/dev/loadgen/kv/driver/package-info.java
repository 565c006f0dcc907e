/// The driver `kv`: any server that speaks RESP, or a store inside this process.
package dev.loadgen.kv.driver;
