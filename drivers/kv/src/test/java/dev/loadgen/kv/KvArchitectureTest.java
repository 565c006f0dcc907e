package dev.loadgen.kv;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// The edges within the module.
class KvArchitectureTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.loadgen.kv");

  @Test
  void theStoreKnowsJavaAlone() {
    classes()
        .that()
        .resideInAPackage("dev.loadgen.kv.store..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.lang..",
            "java.nio..",
            "java.util..",
            "java.security..",
            "dev.loadgen.kv.store..")
        .check(ALL);
  }

  @Test
  void codecsKnowUsersAndTheirLibraryAlone() {
    classes()
        .that()
        .resideInAPackage("dev.loadgen.kv.codec..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "org.apache.fory..", "dev.loadgen.driver..", "dev.loadgen.kv.codec..")
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.loadgen.kv.codec..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.fory..")
        .check(ALL);
  }
}
