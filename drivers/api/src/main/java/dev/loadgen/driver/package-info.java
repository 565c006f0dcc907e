/// The driver SPI: all that a driver compiles against.
///
/// A driver teaches loadgen to talk to one kind of system. It declares what it is and what it can
/// do in a [dev.loadgen.driver.DriverProvider], which `ServiceLoader` finds; the provider creates
/// one [dev.loadgen.driver.Driver] per run; the driver opens a [dev.loadgen.driver.Session] for
/// each worker; and a session executes one [dev.loadgen.driver.Operation] after the other.
///
/// A driver never sees a clock, a schedule or an intended time: the engine stamps both sides of
/// every call, so that no driver can bend what is measured.
///
/// This package depends on `java.base` alone, and nothing that belongs to the engine, to histograms
/// or to a particular system belongs here.
package dev.loadgen.driver;
