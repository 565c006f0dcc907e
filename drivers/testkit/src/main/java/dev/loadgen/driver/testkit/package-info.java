/// The contract that every driver passes, as plain code:
/// [dev.loadgen.driver.testkit.DriverContract] says in words what a driver does wrong.
/// [dev.loadgen.driver.testkit.DriverContractTest] makes JUnit tests of it; JUnit is needed for
/// that class alone.
package dev.loadgen.driver.testkit;
