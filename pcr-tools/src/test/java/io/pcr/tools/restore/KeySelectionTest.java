package io.pcr.tools.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.json.JsonWriter;
import io.pcr.tools.UsageException;
import java.util.List;
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
  void everyPatternIsTriedOnKeysThatAnotherHasChosen() {
    KeySelection selection = KeySelection.of(List.of("a/*", "**", "c/*"));
    assertTrue(selection.test("a/1.jpg"));
    assertTrue(selection.test("b/1.jpg"));
    assertEquals("{\"unmatched\":[\"c/*\"]}", unmatched(selection));
    selection.requireSome();
  }

  @Test
  void selectionOfNothingSaysWhatWasLookedForAndWhatThereIs() {
    KeySelection selection = KeySelection.of(List.of("rose", "\u001b[1m*"));
    assertFalse(selection.test("rose/1.jpg"));
    assertFalse(selection.test("tulip/1.jpg"));
    UsageException e = assertThrows(UsageException.class, selection::requireSome);
    assertEquals(
        "--only 'rose' matches no key of 2, such as rose/1.jpg; "
            + "--only '\\u001b[1m*' matches no key of 2, such as rose/1.jpg",
        e.getMessage());
  }

  @Test
  void selectionOfEverythingIsNotMissedWhereThereIsNothing() {
    KeySelection everything = KeySelection.of(List.of());
    everything.requireSome();
    assertTrue(everything.test("any"));
    assertEquals("{\"unmatched\":[]}", unmatched(everything));
    UsageException e =
        assertThrows(UsageException.class, KeySelection.of(List.of("**"))::requireSome);
    assertEquals("--only '**' matches no key, there is none to be read", e.getMessage());
  }

  private static String unmatched(KeySelection selection) {
    return selection.putUnmatched(JsonWriter.compact().beginObject()).end().toString();
  }
}
