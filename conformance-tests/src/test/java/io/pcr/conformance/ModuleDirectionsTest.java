package io.pcr.conformance;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvent;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The directions between the modules, and what may not show in a public signature. */
@AnalyzeClasses(
    packages = "io.pcr",
    importOptions = {ImportOption.DoNotIncludeTests.class, ModuleDirectionsTest.NoFixtures.class})
class ModuleDirectionsTest {
  /** Where the build is packaged, the fixtures of the libraries are in jars of their own. */
  static final class NoFixtures implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final List<String> HIDDEN =
      List.of(
          "org.bytedeco.", "org.lmdbjava.", "com.google.flatbuffers.", "io.pcr.format.flatbuf.");

  private static final List<String> LIBRARIES =
      List.of(
          "io.pcr.format", "io.pcr.codecs", "io.pcr.tfrecord", "io.pcr.reader", "io.pcr.writer");

  /** Outside of packages named internal, which modules of this tree may use and callers may not. */
  private static final int MOST_PUBLIC_TYPES = 150;

  @ArchTest
  static final ArchRule formatThenCodecsThenTfRecordThenReaderThenWriterThenTools =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("format")
          .definedBy("io.pcr.format..")
          .layer("codecs")
          .definedBy("io.pcr.codecs..")
          .layer("tfrecord")
          .definedBy("io.pcr.tfrecord..")
          .layer("reader")
          .definedBy("io.pcr.reader..")
          .layer("writer")
          .definedBy("io.pcr.writer..")
          .layer("loader")
          .definedBy("io.pcr.loader..")
          .layer("advisor")
          .definedBy("io.pcr.advisor..")
          .layer("testkit")
          .definedBy("io.pcr.testkit..")
          .layer("tools")
          .definedBy("io.pcr.tools..")
          .whereLayer("tools")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("testkit")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("advisor")
          .mayOnlyBeAccessedByLayers("tools")
          .whereLayer("loader")
          .mayOnlyBeAccessedByLayers("advisor", "tools")
          .whereLayer("writer")
          .mayOnlyBeAccessedByLayers("advisor", "testkit", "tools")
          .whereLayer("reader")
          .mayOnlyBeAccessedByLayers("writer", "loader", "advisor", "testkit", "tools")
          .whereLayer("tfrecord")
          .mayOnlyBeAccessedByLayers("reader", "writer", "loader", "advisor", "testkit", "tools")
          .whereLayer("codecs")
          .mayOnlyBeAccessedByLayers(
              "tfrecord", "reader", "writer", "loader", "advisor", "testkit", "tools");

  @ArchTest
  static final ArchRule lmdbIsSeenByOnePackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.pcr.format.internal.index.lmdb..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.lmdbjava..");

  @ArchTest
  static final ArchRule flatBuffersAreSeenByOnePackageBesideTheGeneratedOne =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.pcr.format.internal.tables..", "io.pcr.format.flatbuf..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.google.flatbuffers..", "io.pcr.format.flatbuf..");

  @ArchTest
  static final ArchRule formatKnowsNoNetwork =
      noClasses()
          .that()
          .resideInAPackage("io.pcr.format..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.net.http..");

  @ArchTest
  static final ArchRule publicSignaturesHoldJdkAndOwnTypesOnly =
      classes()
          .that(describe("are public and not internal", ModuleDirectionsTest::isForUsers))
          .should(showNoHiddenType());

  private static boolean isForUsers(JavaClass type) {
    String inPackage = type.getPackageName();
    return type.getModifiers().contains(PUBLIC)
        && Stream.concat(LIBRARIES.stream(), Stream.of("io.pcr.loader", "io.pcr.advisor"))
            .anyMatch(inPackage::startsWith)
        && !inPackage.contains(".internal")
        && !inPackage.startsWith("io.pcr.format.flatbuf");
  }

  /** What is public is meant for callers: few enough to know them all. */
  @ArchTest
  static void publicTypesOfTheLibrariesAreFew(JavaClasses classes) {
    List<String> types =
        classes.stream()
            .filter(type -> type.isTopLevelClass() && isForUsers(type))
            .filter(type -> LIBRARIES.stream().anyMatch(type.getPackageName()::startsWith))
            .map(JavaClass::getName)
            .sorted()
            .toList();
    assertTrue(types.contains("io.pcr.reader.PcrDataset"), types::toString);
    assertTrue(types.size() <= MOST_PUBLIC_TYPES, () -> types.size() + ": " + types);
  }

  private static ArchCondition<JavaClass> showNoHiddenType() {
    return new ArchCondition<>("show no internal type, and none of another library") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
          if (isVisible(unit.getModifiers())) {
            Stream.concat(unit.getRawParameterTypes().stream(), Stream.of(unit.getRawReturnType()))
                .filter(ModuleDirectionsTest::isHidden)
                .forEach(seen -> events.add(violation(unit, unit.getFullName(), seen)));
          }
        }
        for (JavaField field : type.getFields()) {
          if (isVisible(field.getModifiers()) && isHidden(field.getRawType())) {
            events.add(violation(field, field.getFullName(), field.getRawType()));
          }
        }
        type.getRawSuperclass()
            .filter(ModuleDirectionsTest::isHidden)
            .ifPresent(parent -> events.add(violation(type, type.getName(), parent)));
      }
    };
  }

  private static boolean isVisible(Set<JavaModifier> m) {
    return m.contains(PUBLIC) || m.contains(PROTECTED);
  }

  private static boolean isHidden(JavaClass type) {
    String name = type.getBaseComponentType().getName();
    boolean isInternal = name.startsWith("io.pcr.") && name.contains(".internal.");
    return isInternal || HIDDEN.stream().anyMatch(name::startsWith);
  }

  private static ConditionEvent violation(Object where, String name, JavaClass seen) {
    return SimpleConditionEvent.violated(where, name + " shows " + seen.getName());
  }
}
