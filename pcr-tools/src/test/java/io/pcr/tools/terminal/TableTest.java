package io.pcr.tools.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.text.Printable;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private final Table table =
      new Table().left("shard").right("samples").row("part-00000.pcr", "1,024").row("b", "7");

  @Test
  void columnsAreAligned() {
    assertEquals(
        List.of("shard           samples", "part-00000.pcr    1,024", "b                     7"),
        table.lines("", 80));
  }

  @Test
  void rowsBecomeBlocksOnTwentyColumns() {
    assertEquals(
        List.of("shard: part-00000.pcr", " samples: 1,024", "shard: b", " samples: 7"),
        table.lines("", 20));
  }

  @Test
  void escapeSequenceInACellIsPrintedNotObeyed() {
    List<String> lines = new Table().left("key").row("a\u001b[2Jb\nc\u202e").lines("", 80);
    assertEquals("a\\u001b[2Jb\\u000ac\\u202e", lines.get(1));
  }

  @Test
  void rowWithAMissingCellIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> table.row("one"));
  }

  @Test
  void longTextIsCutWithAnEllipsisAtACharacter() {
    assertEquals("ab…", Printable.cut("abcd", 3));
    assertEquals("abc", Printable.cut("abc", 3));
    String emoji = "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00";
    assertTrue(Printable.cut(emoji, 2).endsWith("\uDE00…"));
  }

  @Test
  void lastColumnOfWordsGoesOnInFurtherLines() {
    Table words =
        new Table().right("group").left("what it adds").row("1", "Y 1-7 to bit 3; Cb 1-2");
    assertEquals(
        List.of("group  what it adds", "    1  Y 1-7 to bit 3;", "       Cb 1-2"),
        words.lines("", 23));
    assertEquals(
        List.of("    1  " + "x".repeat(16), "       xxxx"),
        new Table().right("group").left("").row("1", "x".repeat(20)).lines("", 23).subList(1, 3));
    assertEquals("group: 1", words.lines("", 22).get(0));
  }
}
