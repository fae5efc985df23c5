package io.pcr.format.script;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.ColorClass;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTest {
  private static List<Integer> components(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0, 0, 1", "0, 0, 0, 10, 64", "1, 63, 0, 10, 1", "63, 63, 10, 9, 64"})
  void scanAtTheEdgeOfWhatJpegAllowsIsOne(int ss, int se, int ah, int al, int group) {
    Scan scan = new Scan(List.of(0), ss, se, ah, al, group);
    assertEquals(List.of(ss, se, ah, al), List.of(scan.ss(), scan.se(), scan.ah(), scan.al()));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0, 0, 0, 1, Ss",
    "2, 1, 0, 0, 1, Ss",
    "1, 64, 0, 0, 1, Se",
    "1, 63, -1, 0, 1, Ah",
    "1, 63, 11, 10, 1, Ah",
    "1, 63, 0, -1, 1, Al",
    "1, 63, 0, 11, 1, Al",
    "1, 63, 0, 0, 0, group",
    "1, 63, 0, 0, 65, group"
  })
  void numberBeyondWhatJpegAllowsIsNamed(
      int ss, int se, int ah, int al, int group, String expected) {
    InvalidScanScriptException e =
        assertThrows(
            InvalidScanScriptException.class, () -> new Scan(List.of(0), ss, se, ah, al, group));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
  }

  @Test
  void scanHasOneToFourComponentsNumberedFromZero() {
    assertDoesNotThrow(() -> new Scan(components(4), 0, 0, 0, 0, 1));
    for (List<Integer> wrong : List.of(components(0), components(5), List.of(-1), List.of(4))) {
      assertThrows(
          InvalidScanScriptException.class, () -> new Scan(wrong, 0, 0, 0, 0, 1), wrong::toString);
    }
  }

  @Test
  void scriptHasOneTo64Scans() {
    for (int count : new int[] {0, 65}) {
      List<Scan> scans = Collections.nCopies(count, new Scan(List.of(0), 0, 0, 0, 0, 1));
      InvalidScanScriptException e =
          assertThrows(
              InvalidScanScriptException.class, () -> new ScanScript(ColorClass.GREY, scans));
      assertTrue(e.getMessage().contains("scans"), e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 65, -1})
  void scriptsHaveOneTo64Groups(int groupCount) {
    assertThrows(
        InvalidScanScriptException.class, () -> ScanScripts.of("x", groupCount, List.of()));
  }

  @Test
  void nameEndsWhereACommentBegins() {
    String scans = "[grey]\n0: 0-0 0 0 @1; 0: 1-63 0 0 @ 1";
    assertEquals("a-1", ScanScripts.parse("script a-1 # of mine\n" + scans).name());
    assertThrows(
        InvalidScanScriptException.class, () -> ScanScripts.parse("script # none\n" + scans));
  }

  @Test
  void semicolonMayBeMissingBehindTheLastScanOfASectionAlone() {
    String grey = "[grey] 0: 0-0 0 0 @1; 0: 1-63 0 0 @1";
    String rgb = " [rgb] 0 1 2: 0-0 0 0 @1; 0: 1-63 0 0 @1; 1: 1-63 0 0 @1; 2: 1-63 0 0 @1";
    assertEquals(ScanScripts.parse(grey + ";" + rgb + ";"), ScanScripts.parse(grey + rgb));
    assertThrows(
        InvalidScanScriptException.class,
        () -> ScanScripts.parse("[grey] 0: 0-0 0 0 @1 0: 1-63 0 0 @1;"));
  }

  @Test
  void numberOfFiveDigitsIsRefusedAndNoOverflow() {
    assertThrows(
        InvalidScanScriptException.class, () -> ScanScripts.parse("[grey] 00000: 0-0 0 0 @1;"));
    assertEquals(
        ScanScripts.parse("[grey] 0: 0-0 0 0 @1; 0: 1-63 0 0 @1"),
        ScanScripts.parse("[grey] 0000: 0-0 0 0 @0001; 0: 1-63 0 0 @1"));
  }

  @Test
  void textOf64KiIsReadAndOneMoreIsNot() {
    String text = "[grey] 0: 0-0 0 0 @1; 0: 1-63 0 0 @1";
    String padded = text + " ".repeat((64 << 10) - text.length());
    assertEquals(ScanScripts.parse(text), ScanScripts.parse(padded));
    assertThrows(InvalidScanScriptException.class, () -> ScanScripts.parse(padded + " "));
  }
}
