/// Users as bytes, in three encodings: what values are, other than the workload's bytes. Knows
/// neither store nor driver.
package dev.loadgen.kv.codec;
