package io.pcr.conformance.together;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.together.Work.Ending;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.programme.Programme;
import io.pcr.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The second of two pieces of work on one dataset begins while the first stands before one of its
 * durable steps, and ends there or waits for the first. Then the first goes on; or it is ended
 * where it stands; or the second was. All pairs of which one publishes something.
 */
class TwoAtOnceTest {
  /** Of a pair in the fast suite. */
  private static final int CASES = 3;

  @TempDir private Path temporary;

  private Datasets datasets;

  /** How a case goes on. */
  private enum Mode {
    BOTH_GO_ON,
    FIRST_ENDS,
    SECOND_ENDS
  }

  @BeforeEach
  void makeDatasets() throws IOException {
    datasets = new Datasets(temporary);
  }

  // Covers R-COMMIT-2
  @Test
  void everyPairStoppedAtSomeSteps() throws Exception {
    run(false);
  }

  @Test
  @Tag("long")
  void everyPairStoppedAtEveryStep() throws Exception {
    run(true);
  }

  private void run(boolean every) throws Exception {
    Map<Work, Integer> steps = new EnumMap<>(Work.class);
    for (Work work : Work.values()) {
      if (work.hasSteps()) {
        steps.put(work, datasets.steps(work));
      }
    }
    Random random = new Random(14);
    int pairs = 0;
    for (Work first : steps.keySet()) {
      for (Work second : Work.values()) {
        if (first.publishes() || second.publishes()) {
          List<Integer> stops = every ? all(steps.get(first)) : some(steps.get(first), random);
          // So that no mode is that of early steps in all pairs.
          int number = pairs++;
          int cases = 0;
          for (int step : stops) {
            for (Mode mode : modes(every, number++)) {
              int secondEnds = steps.containsKey(second) ? random.nextInt(steps.get(second)) : 0;
              run(first, second, step, mode, secondEnds);
              cases++;
            }
          }
          String name = first.name().toLowerCase(Locale.ROOT);
          Programme.TOGETHER.passed(name + " is first, in one process", cases);
        }
      }
    }
  }

  private static List<Mode> modes(boolean every, int number) {
    return every ? List.of(Mode.values()) : List.of(Mode.values()[number % Mode.values().length]);
  }

  private static List<Integer> all(int steps) {
    List<Integer> all = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      all.add(step);
    }
    return all;
  }

  private static List<Integer> some(int steps, Random random) {
    List<Integer> some = new ArrayList<>();
    for (int i = 0; i < CASES; i++) {
      some.add((i * steps + random.nextInt(steps)) / CASES);
    }
    return some;
  }

  private void run(Work first, Work second, int step, Mode mode, int secondEnds) throws Exception {
    Place place = datasets.place();
    Case pair = Case.begin(first, second, place, datasets.model());
    try {
      StoppedWork one = new StoppedWork(first, place, true, step, pair.chain());
      boolean firstStands = one.awaitStop();
      int stopAt = mode == Mode.SECOND_ENDS ? secondEnds : Integer.MAX_VALUE;
      StoppedWork two = new StoppedWork(second, place, false, stopAt, pair.chain());
      boolean secondEnded = mode == Mode.SECOND_ENDS && two.awaitStopOrWait();
      if (secondEnded) {
        two.end();
      }
      two.awaitEndOrWait();
      boolean firstEnded = mode == Mode.FIRST_ENDS && firstStands;
      if (firstEnded) {
        one.end();
      } else {
        one.goOn();
      }
      two.goOn();
      Ending ofFirst = one.join();
      Ending ofSecond = two.join();
      pair.check(ofFirst, firstEnded, ofSecond, secondEnded);
      pair.recover(ofFirst, ofSecond);
    } catch (AssertionError | IOException e) {
      String name = first + ", " + second + ", before step " + step + ", " + mode;
      throw new AssertionError(name + " (" + secondEnds + "): " + e.getMessage(), e);
    }
    FileTree.delete(place.folder());
  }

  @Test
  void whoIsRefusedIsToldWhoIsFirst() throws Exception {
    Place place = datasets.place();
    Case pair = Case.begin(Work.APPEND, Work.QUALITY, place, datasets.model());
    StoppedWork append = new StoppedWork(Work.APPEND, place, true, 20, pair.chain());
    assertTrue(append.awaitStop());
    for (Work second : List.of(Work.QUALITY, Work.APPEND, Work.INDEX_REBUILD)) {
      Ending refused = second.run(place, false, DurableSteps.NONE);
      assertTrue(refused.isRefused(), refused.said());
      boolean early = second == Work.QUALITY && refused.said().contains("unfinished run");
      String who = "pcr append (process " + ProcessHandle.current().pid();
      assertTrue(early || refused.said().contains(who), refused.said());
    }
    append.goOn();
    assertTrue(append.join().isDone());
  }

  @Test
  void curveThatIsStoredBesideAnAppendTakesNothingFromIt() throws Exception {
    // The curve's manifest stands still just before it gets its name.
    int steps = datasets.steps(Work.QUALITY);
    for (int step = 0; step < steps; step++) {
      Place each = datasets.place();
      Case.begin(Work.QUALITY, Work.APPEND, each, datasets.model());
      StoppedWork quality =
          new StoppedWork(Work.QUALITY, each, true, step, new Chain(each.dataset()));
      boolean stands = quality.awaitStop();
      Ending append = Work.APPEND.run(each, true, DurableSteps.NONE);
      quality.goOn();
      Ending curve = quality.join();
      assertTrue(stands || curve.isDone(), curve.said());
      assertTrue(append.isDone() || append.said().contains("pcr quality"), append.said());
      int wanted = append.isDone() ? 5 : 3;
      assertEquals(wanted, Work.read(each.dataset()).size(), "before step " + step);
    }
  }
}
