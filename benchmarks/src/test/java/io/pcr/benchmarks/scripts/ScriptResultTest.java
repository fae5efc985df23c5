package io.pcr.benchmarks.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.benchmarks.c.ReferenceScripts;
import io.pcr.format.script.ScanScripts;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScriptResultTest {
  private static final ScriptResult SMALL = result("small", 0.20, 0.93, 0.25);
  private static final ScriptResult FAST = result("fast", 0.35, 0.94, 0.60);

  @Test
  void ofTwoWithDifferentVirtuesNeitherIsBeaten() {
    assertEquals(List.of(SMALL, FAST), ScriptResult.front(List.of(SMALL, FAST)));
  }

  @Test
  void whatIsNowhereBetterAndSomewhereClearlyWorseIsBeaten() {
    ScriptResult slow = result("slow", 0.20, 0.93, 0.20);
    ScriptResult large = result("large", 0.20, 0.96, 0.25);
    assertEquals(List.of(SMALL), ScriptResult.front(List.of(slow, SMALL, large)));
  }

  @Test
  void aDifferenceThatNoiseMakesBeatsNobody() {
    ScriptResult twin = result("twin", 0.2001, 0.9301, 0.248);
    assertEquals(2, ScriptResult.front(List.of(SMALL, twin)).size());
  }

  @Test
  void bytesCountToTheFirstGroupThatReachesTheTarget() {
    ScriptCurve curve = new ScriptCurve(3);
    curve.addOriginal(1000, 10);
    curve.addPoint(0, 100, 0.94, 5);
    curve.addPoint(1, 300, 0.97, 10);
    curve.addPoint(2, 900, 1, 20);
    ScriptResult result = ScriptResult.of("x", curve);
    assertEquals(List.of(0.3, 0.3, 0.9), result.bytesAtTargets());
    assertEquals(0.9, result.bytes());
    assertEquals(0.5, result.decodeSpeed());
  }

  @Test
  void candidatesAreValidAndEachOfItsOwn() {
    List<ScanScripts> candidates = ScriptFamily.candidates();
    assertEquals(
        candidates.size(),
        candidates.stream().map(ScanScripts::name).collect(Collectors.toSet()).size());
    for (ScanScripts script : candidates) {
      assertEquals(script, ScanScripts.parse(script.toText()));
    }
    assertTrue(candidates.contains(ReferenceScripts.read()));
  }

  @Test
  void pictureNamesEveryScript() {
    List<ScriptResult> results = List.of(SMALL, FAST);
    String svg = new FrontPicture(results, results).svg();
    assertTrue(svg.contains("<title>small</title>") && svg.contains("<title>fast</title>"), svg);
  }

  private static ScriptResult result(String name, double at, double bytes, double speed) {
    return new ScriptResult(name, List.of(at, at, at), bytes, speed);
  }
}
