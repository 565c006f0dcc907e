/// RESP, the protocol of Redis, versions 2 and 3: requests and replies as bytes in arrays. Knows
/// neither sockets nor the store.
package dev.loadgen.kv.resp;
