package io.pcr.format.internal.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

// Covers R-COMMIT-10
class NewestGenerationTest {
  @Property
  void highestIsFoundFromWhateverIsKnown(
      @ForAll @LongRange(min = 0) long newest, @ForAll @LongRange(min = 0) long before)
      throws IOException {
    long known = Math.max(0, newest - before);
    AtomicInteger looks = new AtomicInteger();
    NewestGeneration.Names names =
        generation -> {
          assertTrue(generation > known, "what is known is not looked for");
          looks.incrementAndGet();
          return generation <= newest;
        };
    assertEquals(newest, NewestGeneration.from(known, names));
    int bits = Long.SIZE - Long.numberOfLeadingZeros(newest - known);
    assertTrue(looks.get() <= 2 * bits + 1, looks + " for " + (newest - known));
  }

  @Test
  void copyThatIsUpToDateTakesOneLook() throws IOException {
    AtomicInteger looks = new AtomicInteger();
    long newest =
        NewestGeneration.from(
            7,
            generation -> {
              looks.incrementAndGet();
              return false;
            });
    assertEquals(7, newest);
    assertEquals(1, looks.get());
  }

  @Property
  void nameOfAGenerationIsReadAsThatGeneration(@ForAll @LongRange(min = 1) long generation) {
    String name = GenerationNames.of(generation);
    assertEquals(OptionalLong.of(generation), GenerationNames.generation(name));
    assertTrue(GenerationNames.isManifest(name));
  }

  @Test
  void otherNamesAreNoGenerations() {
    for (String name :
        new String[] {
          "manifest-0.pcrm",
          "manifest-01.pcrm",
          "manifest--1.pcrm",
          "manifest-9223372036854775808.pcrm",
          "manifest-1.pcrm.bak",
          "Manifest-1.pcrm",
          "manifest-.pcrm"
        }) {
      assertEquals(OptionalLong.empty(), GenerationNames.generation(name), name);
      assertFalse(GenerationNames.isManifest(name), name);
    }
    assertTrue(GenerationNames.isManifest("manifest.pcrm"));
  }
}
