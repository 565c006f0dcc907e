package dev.loadgen.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// The edges between modules, seen from the top, and those within the command.
class ModuleEdgesTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.loadgen");

  private static void knowsNothingOf(String from, String... to) {
    noClasses()
        .that()
        .resideInAPackage(from)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(to)
        .check(ALL);
  }

  private static void knowsOnly(String from, String... to) {
    classes()
        .that()
        .resideInAPackage(from)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(to)
        .check(ALL);
  }

  @Test
  void theCommandKnowsNoDriver() {
    knowsNothingOf(
        "dev.loadgen.cli..",
        "dev.loadgen.mockdb..",
        "dev.loadgen.ycsb..",
        "dev.loadgen.kv..",
        "dev.loadgen.ipc..");
  }

  @Test
  void theCommandDoesNotReachIntoTheEnginesWorkers() {
    knowsNothingOf("dev.loadgen.cli..", "dev.loadgen.engine.worker..");
    knowsNothingOf("dev.loadgen.cli..", "dev.loadgen.engine.schedule..");
  }

  @Test
  void theSpiKnowsJavaAndDriversKnowTheSpi() {
    knowsOnly("dev.loadgen.driver", "java..", "dev.loadgen.driver");
    knowsOnly("dev.loadgen.mockdb..", "java..", "dev.loadgen.driver", "dev.loadgen.mockdb..");
    knowsOnly(
        "dev.loadgen.ycsb..",
        "java..",
        "dev.loadgen.driver",
        "site.ycsb..",
        "org.slf4j..",
        "dev.loadgen.ycsb..");
    knowsOnly(
        "dev.loadgen.ipc..",
        "java..",
        "dev.loadgen.driver",
        "org.jctools..",
        "com.lmax.disruptor..",
        "dev.loadgen.ipc..");
    knowsOnly("dev.loadgen.ipc.ring..", "java..", "dev.loadgen.ipc.ring..");
    knowsOnly(
        "dev.loadgen.kv..",
        "java..",
        "org.apache.fory..",
        "dev.loadgen.driver",
        "io.netty..",
        "org.slf4j..",
        "dev.loadgen.kv..");
  }

  @Test
  void nobodyKnowsWhoIsAbove() {
    knowsNothingOf(
        "dev.loadgen.engine..", "dev.loadgen.cli..", "dev.loadgen.mockdb..", "picocli..");
    knowsNothingOf(
        "dev.loadgen.histograms..",
        "dev.loadgen.engine..",
        "dev.loadgen.driver..",
        "dev.loadgen.cli..",
        "picocli..");
  }

  @Test
  void bundlesAreLoadedInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.loadgen.cli.bundles..", "dev.loadgen.ycsb..")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(java.util.ServiceLoader.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.net.URLClassLoader.class)
        .check(ALL);
  }
}
