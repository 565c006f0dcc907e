package dev.loadgen.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// What modules cannot hold: the edges between the engine's packages, who may know the time, and
/// what the path of an operation must not do.
class ArchitectureTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption((Location location) -> !location.contains("/testkit/"))
          .importPackages("dev.loadgen.engine", "dev.loadgen.histograms");

  /// What is run once or more for each operation.
  private static final Set<String> HOT =
      Set.of(
          "dev.loadgen.engine.worker.Worker",
          "dev.loadgen.engine.worker.ScheduledWorker",
          "dev.loadgen.engine.worker.UnscheduledWorker",
          "dev.loadgen.engine.worker.RunControl",
          "dev.loadgen.engine.time.Pacer",
          "dev.loadgen.engine.time.SpareCpus",
          "dev.loadgen.engine.time.SystemClock",
          "dev.loadgen.engine.schedule.ConstantRate",
          "dev.loadgen.engine.schedule.PerThreadSchedule$Stream",
          "dev.loadgen.engine.schedule.SharedSchedule$Stream",
          "dev.loadgen.engine.workload.PreparedOperation",
          "dev.loadgen.engine.workload.Records",
          "dev.loadgen.engine.workload.CoreWorkload$CorePreparer",
          "dev.loadgen.histograms.recording.WorkerRecorder",
          "dev.loadgen.histograms.recording.KindRecordings",
          "dev.loadgen.histograms.recording.Recordings",
          "dev.loadgen.histograms.recording.ExactSum");

  private static DescribedPredicate<JavaAccess<?>> readsTimeOrWaits() {
    return describe(
        "reads the time or makes a thread wait",
        access -> {
          AccessTarget target = access.getTarget();
          String name = target.getName();
          JavaClass owner = target.getOwner();
          return (owner.isEquivalentTo(System.class)
                  && (name.equals("nanoTime") || name.equals("currentTimeMillis")))
              || (owner.isEquivalentTo(Thread.class)
                  && (name.equals("sleep") || name.equals("onSpinWait") || name.equals("yield")))
              || owner.isEquivalentTo(LockSupport.class)
              || (owner.getPackageName().equals("java.time") && name.equals("now"));
        });
  }

  @Test
  void onlyTimeReadsTheClockAndParksThreads() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.loadgen.engine.time..")
        .should()
        .accessTargetWhere(readsTimeOrWaits())
        .check(ENGINE);
  }

  @Test
  void schedulesArePureArithmetic() {
    classes()
        .that()
        .resideInAPackage("dev.loadgen.engine.schedule")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java.lang",
                    "java.math",
                    "java.util",
                    "java.util.function",
                    "dev.loadgen.engine.schedule")
                .or(describe("AtomicLong", type -> type.getSimpleName().equals("AtomicLong"))))
        .check(ENGINE);
    noClasses()
        .that()
        .resideInAPackage("dev.loadgen.engine.schedule")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(ENGINE);
  }

  @Test
  void thePathOfAnOperationNeitherLogsNorStreamsNorFormats() {
    DescribedPredicate<JavaClass> hot = describe("hot", type -> HOT.contains(type.getName()));
    for (String name : HOT) {
      ENGINE.get(name); // fails if it has been renamed
    }
    noClasses()
        .that(hot)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "org.slf4j..", "java.util.logging..", "java.util.stream..", "java.io..")
                .or(resideInAPackage("java.text..")))
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(String.class, "format", String.class, Object[].class)
        .check(ENGINE);
  }

  @Test
  void theEngineKnowsTheSpiAndHistogramsAndNothingElseOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("dev.loadgen.engine..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.loadgen..")
                .and(
                    DescribedPredicate.not(
                        resideInAnyPackage(
                            "dev.loadgen.engine..",
                            "dev.loadgen.histograms..",
                            "dev.loadgen.driver"))))
        .check(ENGINE);
  }

  @Test
  void packagesOfTheEngineKnowOnlyThoseBelowThem() {
    below("plan");
    below("schedule");
    below("time");
    below("workload", "plan", "schedule");
    below("watch", "time");
    below("result", "plan", "workload", "watch");
  }

  @Test
  void nothingKnowsTheSearchButItself() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.loadgen.engine.find")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.loadgen.engine.find")
        .check(ENGINE);
  }

  private static void below(String name, String... known) {
    DescribedPredicate<JavaClass> allowed = resideInAPackage("dev.loadgen.engine." + name);
    for (String other : known) {
      allowed = allowed.or(resideInAPackage("dev.loadgen.engine." + other));
    }
    noClasses()
        .that()
        .resideInAPackage("dev.loadgen.engine." + name)
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.loadgen.engine..").and(DescribedPredicate.not(allowed)))
        .check(ENGINE);
  }
}
