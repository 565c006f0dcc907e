/// What the user asked for, checked before any load. What is not the user's to decide does not
/// belong here.
package dev.loadgen.engine.plan;
