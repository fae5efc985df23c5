package io.pcr.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FidelityTest {
  @Test
  void fullIsTheLastGroupOfAnyShard() {
    assertEquals(8, Fidelity.FULL.groupIn(8));
    assertEquals(1, Fidelity.FULL.groupIn(1));
    assertEquals("full", Fidelity.FULL.toString());
  }

  @Test
  void groupIsItselfWhereTheShardHasIt() {
    assertEquals(3, Fidelity.group(3).groupIn(8));
    assertThrows(IllegalArgumentException.class, () -> Fidelity.group(3).groupIn(2));
    assertThrows(IllegalArgumentException.class, () -> Fidelity.group(0));
    assertThrows(IllegalArgumentException.class, () -> Fidelity.group(65));
    assertEquals(Fidelity.group(3), Fidelity.group(3));
    assertNotEquals(Fidelity.group(3), Fidelity.FULL);
  }

  @Test
  void limitsAreCheckedAndRaisedOneAtATime() {
    assertEquals(5, Limits.DEFAULT.withSliceBytes(5).sliceBytes());
    assertEquals(Limits.DEFAULT, Limits.DEFAULT.withSliceBytes(5).withSliceBytes(256L << 20));
    assertThrows(IllegalArgumentException.class, () -> Limits.DEFAULT.withMetadataBytes(0));
    assertThrows(
        IllegalArgumentException.class, () -> Limits.DEFAULT.withPrefixBytes(Integer.MAX_VALUE));
  }

  @Test
  void atMostTakesWhatThereIs() {
    assertEquals(3, Fidelity.atMost(3).groupIn(8));
    assertEquals(2, Fidelity.atMost(3).groupIn(2));
    assertEquals(1, Fidelity.atMost(64).groupIn(1));
    assertNotEquals(Fidelity.atMost(3), Fidelity.group(3));
    assertEquals(Fidelity.atMost(3), Fidelity.atMost(3));
    assertEquals("at most group 3", Fidelity.atMost(3).toString());
    assertThrows(IllegalArgumentException.class, () -> Fidelity.atMost(0));
    assertThrows(IllegalArgumentException.class, () -> Fidelity.atMost(65));
  }
}
