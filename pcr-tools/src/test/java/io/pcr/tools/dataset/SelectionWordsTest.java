package io.pcr.tools.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.reader.output.KeySelection;
import io.pcr.tools.UsageException;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionWordsTest {
  @Test
  void everyPatternIsTriedOnKeysThatAnotherHasChosen() {
    KeySelection selection = KeySelection.of(List.of("a/*", "**", "c/*"));
    assertTrue(selection.test("a/1.jpg"));
    assertTrue(selection.test("b/1.jpg"));
    assertEquals("{\"unmatched\":[\"c/*\"]}", unmatched(selection));
    SelectionWords.requireSome(selection);
  }

  @Test
  void selectionOfNothingSaysWhatWasLookedForAndWhatThereIs() {
    KeySelection selection = KeySelection.of(List.of("rose", "\u001b[1m*"));
    assertFalse(selection.test("rose/1.jpg"));
    assertFalse(selection.test("tulip/1.jpg"));
    UsageException e =
        assertThrows(UsageException.class, () -> SelectionWords.requireSome(selection));
    assertEquals(
        "--only 'rose' matches no key of 2, such as rose/1.jpg; "
            + "--only '\\u001b[1m*' matches no key of 2, such as rose/1.jpg",
        e.getMessage());
  }

  @Test
  void selectionOfEverythingIsNotMissedWhereThereIsNothing() {
    KeySelection everything = KeySelection.of(List.of());
    SelectionWords.requireSome(everything);
    assertTrue(everything.test("any"));
    assertEquals("{\"unmatched\":[]}", unmatched(everything));
    UsageException e =
        assertThrows(
            UsageException.class, () -> SelectionWords.requireSome(KeySelection.of(List.of("**"))));
    assertEquals("--only '**' matches no key, because no key could be read", e.getMessage());
  }

  private static String unmatched(KeySelection selection) {
    return SelectionWords.putUnmatched(JsonWriter.compact().beginObject(), selection)
        .end()
        .toString();
  }
}
