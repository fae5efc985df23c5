package io.pcr.format.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.pcr.format.Limits;
import java.lang.management.ManagementFactory;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A limit that an error names is one that exists. */
class LimitTest {
  private static final String ADVANCED = "-XX:";

  private static Stream<Limit> ofKind(Limit.Kind kind) {
    return Arrays.stream(Limit.values()).filter(limit -> limit.kind() == kind);
  }

  @Test
  void optionsAreTheComponentsOfTheLimits() {
    List<String> components =
        Arrays.stream(Limits.class.getRecordComponents()).map(RecordComponent::getName).toList();
    assertEquals(components, ofKind(Limit.Kind.OPTION).map(Limit::toString).toList());
  }

  @Test
  void limitsOfTheJvmAreItsOptions() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    List<String> options = ofKind(Limit.Kind.JVM).map(Limit::toString).toList();
    assertEquals(List.of("-Xmx", "-XX:MaxDirectMemorySize"), options);
    for (String option : options) {
      // The name that the JVM has for -Xmx itself.
      boolean isAdvanced = option.startsWith(ADVANCED);
      assertNotNull(
          jvm.getVMOption(isAdvanced ? option.substring(ADVANCED.length()) : "MaxHeapSize"));
    }
  }

  @Test
  void whatNoOptionRaisesDoesNotLookLikeOne() {
    for (Limit.Kind kind : List.of(Limit.Kind.MACHINE, Limit.Kind.CALLER, Limit.Kind.FIXED)) {
      ofKind(kind).forEach(limit -> assertTrue(limit.toString().contains(" "), limit.name()));
    }
  }
}
