/// The server of a [dev.loadgen.kv.store.Store]: RESP on one port, HTTP on another, on Netty.
///
/// Each event loop has a [dev.loadgen.kv.server.Workspace]; what a connection sends is parsed,
/// executed and answered on its event loop, from the loop's own arrays.
package dev.loadgen.kv.server;
