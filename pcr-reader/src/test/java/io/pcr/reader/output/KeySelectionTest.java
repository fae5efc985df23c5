package io.pcr.reader.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeySelectionTest {
  @Test
  void globsAreOfNamesUnlessTheySaySo() {
    KeySelection selection = KeySelection.of(List.of("a/*.jpg", "**/?.png", "b"));
    for (String key : List.of("a/1.jpg", "x/y/1.png", "b")) {
      assertTrue(selection.test(key), key);
    }
    for (String key : List.of("a/b/1.jpg", "x/12.png", "ab", "a/1xjpg")) {
      assertFalse(selection.test(key), key);
    }
  }

  @Test
  void remembersWhatMatchedNothingAndWhatItWasAskedAbout() {
    KeySelection selection = KeySelection.of(List.of("a/*", "**", "c/*"));
    assertEquals(Optional.empty(), selection.example());
    assertTrue(selection.test("b/1.jpg"));
    assertTrue(selection.test("a/1.jpg"));
    assertEquals(List.of("c/*"), selection.unmatched());
    assertEquals(2, selection.met());
    assertEquals(Optional.of("b/1.jpg"), selection.example());
    assertFalse(selection.isInVain());
    assertTrue(KeySelection.of(List.of("x")).isInVain());
    assertFalse(KeySelection.of(List.of()).isInVain());
  }
}
