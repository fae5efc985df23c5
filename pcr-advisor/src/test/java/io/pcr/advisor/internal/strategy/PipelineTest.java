package io.pcr.advisor.internal.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineTest {
  @Provide
  Arbitrary<List<String>> stepsOnBytes() {
    return Arbitraries.of("resize:256", "crop:224", "flip", "greyscale").list().ofMaxSize(6);
  }

  @Property
  void everySplitBeforeTheFirstRandomStepIsAllowedAndNoneBehindIt(
      @ForAll("stepsOnBytes") List<String> words) {
    Pipeline pipeline = Pipeline.parse("read,decode" + joined(words));
    int random = 1; // The place of the first random step, behind decode.
    while (random <= words.size() && !isRandom(words.get(random - 1))) {
      random++;
    }
    assertEquals(random + 1, pipeline.lastSplit());
    for (int split = 0; split < pipeline.splits(); split++) {
      int tried = split;
      if (split <= random + 1) {
        assertEquals(split, pipeline.requireSplit(split));
      } else {
        IllegalArgumentException refused =
            assertThrows(IllegalArgumentException.class, () -> pipeline.requireSplit(tried));
        assertTrue(refused.getMessage().contains(words.get(random - 1)), refused.getMessage());
        assertTrue(refused.getMessage().contains("random"), refused.getMessage());
      }
    }
  }

  private static boolean isRandom(String word) {
    return word.startsWith("crop") || word.equals("flip");
  }

  private static String joined(List<String> words) {
    return words.isEmpty() ? "" : "," + String.join(",", words);
  }

  @Property
  void eachSplitHasEachStepOnOneOfItsSides(@ForAll("stepsOnBytes") List<String> words) {
    Pipeline pipeline = Pipeline.parse("decode" + joined(words));
    for (int split = 0; split < pipeline.splits(); split++) {
      List<Step> both = new ArrayList<>(pipeline.before(split));
      both.addAll(pipeline.behind(split));
      assertEquals(pipeline.steps(), both);
    }
    assertEquals(pipeline, Pipeline.parse(pipeline.toString()));
  }

  @Test
  void pipelineOfThePaperHasFiveSplitsThatCanBeStored() {
    Pipeline pipeline = Pipeline.ofPaper();
    assertEquals("read,decode,resize:256,centre,crop:224", pipeline.toString());
    assertEquals(4, pipeline.lastSplit());
    assertEquals(
        List.of(
            Picture.Kind.FILE,
            Picture.Kind.FILE,
            Picture.Kind.UINT8,
            Picture.Kind.UINT8,
            Picture.Kind.FLOAT32),
        List.of(0, 1, 2, 3, 4).stream().map(pipeline::kindAt).toList());
  }

  @Test
  void pipelineThatOnlyReadsHasOneSplit() {
    Pipeline pipeline = Pipeline.parse("read");
    assertEquals(1, pipeline.lastSplit());
    assertEquals(List.of(), pipeline.behind(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resize:256",
        "decode,decode",
        "decode,centre,resize:256",
        "decode,centre,centre",
        "decode,resize",
        "decode,resize:0",
        "decode,resize:x",
        "decode,crop:99999",
        "decode,blur",
        "decode,,flip",
        "",
        "decode,java.lang.String",
        "decode,io.pcr.no.Such"
      })
  void stepsThatDoNotFitAreRefusedWithTheReason(String text) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Pipeline.parse(text));
    assertTrue(refused.getMessage().length() > 10, refused.getMessage());
  }

  @Test
  void strategyNeedsAFormatThatHoldsWhatIsThere() {
    Pipeline pipeline = Pipeline.ofPaper();
    assertThrows(
        IllegalArgumentException.class,
        () -> new Strategy(pipeline, 2, SplitFormat.parse("float32")));
    assertThrows(
        IllegalArgumentException.class, () -> new Strategy(pipeline, 0, SplitFormat.parse("raw")));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Strategy(pipeline, 1, SplitFormat.parse("files")));
    assertEquals(
        "resize:256 as jpeg:95", new Strategy(pipeline, 3, SplitFormat.parse("jpeg")).toString());
  }
}
