package io.pcr.format.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.ColorClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScanScriptsTest {
  private static final Set<ColorClass> PROGRESSIVE =
      Set.of(ColorClass.GREY, ColorClass.YCBCR, ColorClass.RGB, ColorClass.FOUR);

  static List<String> names() {
    return ScanScripts.names();
  }

  @Provide
  Arbitrary<ScanScripts> scripts() {
    return RandomScanScripts.arbitrary();
  }

  @Property
  void printedScriptParsesToItself(@ForAll("scripts") ScanScripts scripts) {
    assertEquals(scripts, ScanScripts.parse(scripts.toText()));
  }

  @Property
  void groupsOfAScriptTogetherAreItsScansInOrder(@ForAll("scripts") ScanScripts scripts) {
    for (ScanScript script : scripts.scripts().values()) {
      List<Scan> together =
          IntStream.rangeClosed(1, scripts.groupCount())
              .boxed()
              .flatMap(g -> script.scansOf(g).stream())
              .toList();
      assertEquals(script.scans(), together);
      assertEquals(script.scans().size(), script.scansThrough(scripts.groupCount()));
    }
  }

  @Property
  void arbitraryTextParsesOrIsRefusedWithTheTypedException(@ForAll String text) {
    try {
      ScanScripts scripts = ScanScripts.parse(text);
      assertEquals(scripts, ScanScripts.parse(scripts.toText()));
    } catch (InvalidScanScriptException e) {
      assertTrue(e.getMessage().length() > 10, e.getMessage());
    }
  }

  @Property(tries = 300)
  void textWithOneCharacterChangedParsesOrIsRefused(
      @ForAll("scripts") ScanScripts scripts, @ForAll char replacement, @ForAll int at) {
    StringBuilder text = new StringBuilder(scripts.toText());
    text.setCharAt(Math.floorMod(at, text.length()), replacement);
    try {
      ScanScripts changed = ScanScripts.parse(text.toString());
      assertEquals(changed, ScanScripts.parse(changed.toText()));
    } catch (InvalidScanScriptException e) {
      assertTrue(e.getMessage().length() > 10, e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void namedScriptHasItsNameAndEveryProgressiveClass(String name) {
    ScanScripts scripts = ScanScripts.named(name);
    assertEquals(name, scripts.name());
    assertEquals(PROGRESSIVE, scripts.scripts().keySet());
    assertEquals(scripts.groupCount(), scripts.script(ColorClass.YCBCR).orElseThrow().lastGroup());
  }

  /**
   * Luma is component 0 in every class that has it; its precision after each group is what a
   * fidelity means.
   */
  @ParameterizedTest
  @MethodSource("names")
  void lumaReachesTheSamePrecisionInTheSameGroupInAllClasses(String name) {
    ScanScripts scripts = ScanScripts.named(name);
    for (int group = 1; group <= scripts.groupCount(); group++) {
      String ofColour = component(scripts, ColorClass.YCBCR, group, 0);
      for (ColorClass other : PROGRESSIVE) {
        for (int c = 0; c < (other == ColorClass.YCBCR ? 1 : other.componentCount()); c++) {
          assertEquals(
              ofColour,
              component(scripts, other, group, c),
              other + " component " + c + " group " + group);
        }
      }
    }
  }

  private static String component(
      ScanScripts scripts, ColorClass colorClass, int group, int component) {
    Predicate<Scan> has = scan -> scan.components().contains(component);
    return scripts.script(colorClass).orElseThrow().scansOf(group).stream()
        .filter(has)
        .map(scan -> scan.ss() + "-" + scan.se() + "," + scan.ah() + "," + scan.al())
        .collect(Collectors.joining(" "));
  }

  @Test
  void fastDecodeHasSevenGroupsAndGreySkipsTheChromaGroups() {
    ScanScripts scripts = ScanScripts.named(ScanScripts.FAST_DECODE);
    assertEquals(7, scripts.groupCount());
    ScanScript grey = scripts.script(ColorClass.GREY).orElseThrow();
    assertTrue(
        IntStream.rangeClosed(1, 7).anyMatch(g -> grey.scansOf(g).isEmpty()),
        "some group holds only chroma");
  }

  @ParameterizedTest
  @CsvSource({"GREY,6", "YCBCR,10", "RGB,14", "FOUR,18"})
  void libjpegScriptHasAsManyScansAsLibjpegWrites(ColorClass colorClass, int scans) {
    assertEquals(
        scans,
        ScanScripts.named(ScanScripts.LIBJPEG).script(colorClass).orElseThrow().scans().size());
  }

  @Test
  void fastDecodeHasNoRefinement() {
    ScanScripts.named(ScanScripts.FAST_DECODE)
        .scripts()
        .values()
        .forEach(
            script ->
                script.scans().forEach(scan -> assertTrue(!scan.isRefinement() && scan.al() == 0)));
  }

  @Test
  void unknownNameIsRefusedAndTheKnownOnesAreListed() {
    refused(
        "no script is named \"Default\"; there are [fast-decode, libjpeg]",
        () -> ScanScripts.named("Default"));
  }

  @Test
  void plainJpegtranTextWithGroupsIsAColourScript() {
    ScanScripts scripts =
        ScanScripts.parse("0 1,2:0-0, 0 0@1 ; # DC\n0:1-63,0,0 @2;\n1: 1-63 0 0 @3;2: 1-63,0,0@3");
    assertEquals("custom", scripts.name());
    assertEquals(3, scripts.groupCount());
    ScanScript colour = scripts.script(ColorClass.YCBCR).orElseThrow();
    assertEquals(
        "0,1,2: 0-0,0,0;\n0: 1-63,0,0;\n1: 1-63,0,0;\n2: 1-63,0,0;\n", colour.toJpegtran());
  }

  @Test
  void oneGroupHoldsEverything() {
    ScanScripts scripts = ScanScripts.parse("groups 1 [grey] 0:0-0,0,0@1; 0:1-63,0,0@1;");
    assertEquals(2, scripts.script(ColorClass.GREY).orElseThrow().scansOf(1).size());
  }

  @Test
  void sixtyFourGroupsOfOneScanEach() {
    StringBuilder text = new StringBuilder("script each-coefficient\ngroups 64\n[grey]\n");
    for (int k = 0; k < 64; k++) {
      text.append("0: ")
          .append(k)
          .append('-')
          .append(k)
          .append(",0,0 @")
          .append(k + 1)
          .append(";\n");
    }
    assertEquals(
        64, ScanScripts.parse(text.toString()).script(ColorClass.GREY).orElseThrow().lastGroup());
    assertEquals(text.toString(), ScanScripts.parse(text.toString()).toText());
  }

  @Test
  void groupsMayBeEmptyAfterTheFirst() {
    ScanScript grey =
        ScanScripts.parse("groups 9 [grey] 0:0-0,0,0@1; 0:1-63,0,0@7;")
            .script(ColorClass.GREY)
            .orElseThrow();
    assertEquals(List.of(), grey.scansOf(6));
    assertEquals(1, grey.scansOf(7).size());
    assertEquals(List.of(), grey.scansOf(9));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[grey] 0:1-63,0,0@1; 0:0-0,0,0@1;           | AC comes before the DC of component 0",
        "0,1:0-0,0,0@1; 2:1-63,0,0@1;                | AC comes before the DC of component 2",
        "0,1,2:0-0,0,0@1; 0,1:1-63,0,0@1;            | an AC scan has exactly one component",
        "[grey] 0:0-5,0,0@1;                         | holds DC (0-0) or AC (from 1), not both",
        "[grey] 0 @1;                                | holds DC (0-0) or AC (from 1), not both",
        "[grey] 0:0-0,0,2@1; 0:0-0,2,0@1;            | a refinement lowers Al by exactly one",
        "[grey] 0:0-0,0,2@1; 0:0-0,1,0@1;            | is at Al 2, so Ah must be 2",
        "[grey] 0:0-0,1,0@1;                         | is refined before its first scan",
        "[grey] 0:0-0,0,1@1; 0:0-0,0,0@1;            | a refinement has Ah = 1",
        "[grey] 0:0-0,0,0@1; 0:0-0,0,0@1;            | has had its first scan already",
        "[grey] 0:0-0,0,1@1; 0:1-63,0,0@1;           | coefficient 0 of component 0 is left at Al 1",
        "[grey] 0:0-0,0,0@1; 0:1-62,0,0@1;           | coefficient 63 of component 0 is in no scan",
        "[grey] 0:0-0,0,0@1; 0:1-64,0,0@1;           | 0 <= Ss <= Se <= 63",
        "[grey] 0:0-0,0,0@1; 0:9-8,0,0@1;            | 0 <= Ss <= Se <= 63",
        "[grey] 0:0-0,0,11@1;                        | Al must be 0 to 10",
        "[grey] 0:0-0,11,10@1;                       | Ah must be 0 to 10",
        "[grey] 0,1:0-0,0,0@1;                       | the class has 1 components, so none is number 1",
        "1,0:0-0,0,0@1;                              | components must ascend",
        "0,0:0-0,0,0@1;                              | components must ascend",
        "[four] 0,1,2,4:0-0,0,0@1;                   | components are 0 to 3",
        "[grey] 0:0-0,0,0@2; 0:1-63,0,0@2;           | the first scan must be in group 1",
        "[grey] 0:0-0,0,0@1; 0:1-63,0,1@3; 0:1-63,1,0@2; | its group is lower than that of the scan before it",
        "[grey] 0:0-0,0,0@0; 0:1-63,0,0@1;           | groups are 1 to 64",
        "[grey] 0:0-0,0,0@1; 0:1-63,0,0@65;          | groups are 1 to 64",
        "groups 2 [grey] 0:0-0,0,0@1; 0:1-63,0,0@3;  | a scan is in group 3 of 2",
        "groups 65 [grey] 0:0-0,0,0@1;               | group count must be 1 to 64, not 65",
        "groups 0 [grey] 0:0-0,0,0@1;                | group count must be 1 to 64, not 0",
        "groups 1 [grey] [grey]                      | grey: a script has 1 to 64 scans, not 0",
        "[grey] 0:0-0,0,0@1;0:1-63,0,0@1; [grey] 0:0-0,0,0@1;0:1-63,0,0@1; | grey: a class has one script, not two",
        "[opaque] 0:0-0,0,0@1;                       | samples that are not JPEG have no scan script",
        "[cmyk] 0:0-0,0,0@1;                         | \"cmyk\" is not a colour class",
        "[grey] 0:0-0,0,0;                           | the scan's group is missing",
        "0,1,2,3,4:0-0,0,0@1;                        | a scan has at most 4 components and four numbers",
        "[grey] 0:0-0,0,0,0@1;                       | a scan has at most 4 components and four numbers",
        "[grey] 0:0-0,0 @1;                          | expected Al, found \"@\"",
        "[grey] 0:0-0,0,0 @                          | expected the group, found the end of the text",
        "[grey] 0:0-0,0,99999999999@1;               | expected Al, found \"99999999999\"",
        "[grey] 0:0-0,0,0@1 0:1-63,0,0@1             | expected \";\", found \"0\"",
        "[grey 0:0-0,0,0@1;                          | expected \"]\", found \"0\"",
        "[grey] 0:0-0,0,0@1; 0:1-63,0,0@1; % | expected \"[\", found \"%\"",
        "script Big                                  | script name \"Big\" is not of the form",
        "script ../x                                 | script name \"../x\" is not of the form",
      })
  void brokenScriptIsRefusedWithItsReason(String text, String reason) {
    refused(reason, () -> ScanScripts.parse(text));
  }

  @Test
  void messageNamesTheLine() {
    refused(
        "line 4: scan \"0: 1-64,0,0 @1\"",
        () -> ScanScripts.parse("script x\n# c\n[grey] 0:0-0,0,0@1;\n0:1-64,0,0@1;"));
    refused(
        "in the section from line 2: grey scan 1",
        () -> ScanScripts.parse("script x\n[grey]0:1-63,0,0@1;"));
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 500})
  void scanBombIsRefusedWhileItIsParsed(int scans) {
    refused(
        "a script has at most 64 scans",
        () -> ScanScripts.parse("[grey]" + "0:0-0,0,0@1;".repeat(scans)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0085", "\u2028", "0 @1;\u2029"})
  void lineSeparatorsThatAreNotNewlinesAreRefused(String text) {
    assertThrows(InvalidScanScriptException.class, () -> ScanScripts.parse(text));
  }

  @Test
  void textOverTheLimitIsRefusedUnread() {
    refused("the limit is 65536", () -> ScanScripts.parse("#".repeat(65537)));
  }

  @Test
  void scriptUnderTheWrongClassIsRefused() {
    ScanScript grey = ScanScripts.named(ScanScripts.LIBJPEG).script(ColorClass.GREY).orElseThrow();
    refused(
        "ycbcr: the script given for it is for grey",
        () -> new ScanScripts("x", 10, Map.of(ColorClass.YCBCR, grey)));
  }

  private static void refused(String reason, org.junit.jupiter.api.function.Executable parse) {
    String message = assertThrows(InvalidScanScriptException.class, parse).getMessage();
    assertTrue(message.contains(reason), message);
  }
}
