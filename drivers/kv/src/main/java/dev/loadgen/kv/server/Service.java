package dev.loadgen.kv.server;

import dev.loadgen.kv.store.Store;

/// What all connections of a server share.
///
/// @param store what is served
/// @param options what the server was told
/// @param traffic what it counts
/// @param freeze when it stands still
record Service(Store store, ServerOptions options, Traffic traffic, Freeze freeze) {}
