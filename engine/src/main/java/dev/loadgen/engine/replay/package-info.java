/// Recordings of intended times: read, checked and written. What a schedule makes of them is in
/// [dev.loadgen.engine.schedule]; who sends them does not belong here.
package dev.loadgen.engine.replay;
