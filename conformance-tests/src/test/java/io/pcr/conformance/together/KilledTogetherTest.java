package io.pcr.conformance.together;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.together.Work.Ending;
import io.pcr.format.programme.Programme;
import io.pcr.testkit.FileTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * As {@link TwoAtOnceTest}, where the first is a process of its own: it stands before a durable
 * step while the second does its work, and is killed there, or goes on.
 */
@Tag("long")
class KilledTogetherTest {
  /** Of each pair; in one the first is killed. */
  private static final int CASES = 2;

  @TempDir private Path temporary;

  private Datasets datasets;

  @BeforeEach
  void makeDatasets() throws IOException {
    datasets = new Datasets(temporary);
  }

  @Test
  void everyPairWithTheFirstKilledOrNot() throws Exception {
    Random random = new Random(15);
    for (Work first : Work.values()) {
      if (!first.hasSteps()) {
        continue;
      }
      int steps = datasets.steps(first);
      for (Work second : Work.values()) {
        if (first.publishes() || second.publishes()) {
          for (int i = 0; i < CASES; i++) {
            run(first, second, random.nextInt(steps), i % 2 == 0);
          }
          String name = first.name().toLowerCase(Locale.ROOT);
          Programme.TOGETHER.passed(name + " is first, in a process that is killed or not", CASES);
        }
      }
    }
  }

  private void run(Work first, Work second, int step, boolean kill) throws Exception {
    Place place = datasets.place();
    Case pair = Case.begin(first, second, place, datasets.model());
    Process process = start(first, place, step);
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      String line = said.readLine();
      boolean stands = WorkProgram.STANDS.equals(line);
      StoppedWork two = new StoppedWork(second, place, false, Integer.MAX_VALUE, pair.chain());
      two.awaitEndOrWait();
      boolean killed = stands && kill;
      if (killed) {
        process.destroyForcibly().waitFor();
      } else if (stands) {
        process.outputWriter().append('\n').flush();
        line = said.readLine();
      }
      Ending ofSecond = two.join();
      Ending ofFirst = killed ? new Ending(-1, "killed", Ending.NOTHING) : ending(line);
      assertTrue(killed || process.waitFor() == 0, line);
      pair.check(ofFirst.withoutReading(), killed, ofSecond, false);
      pair.recover(ofFirst, ofSecond);
    } catch (AssertionError | IOException e) {
      String name = first + ", " + second + ", before step " + step + (kill ? ", killed" : "");
      throw new AssertionError(name + ": " + e.getMessage(), e);
    } finally {
      process.destroyForcibly().waitFor();
    }
    FileTree.delete(place.folder());
  }

  private static Ending ending(String line) {
    assertEquals(WorkProgram.ENDED, String.valueOf(line).substring(0, WorkProgram.ENDED.length()));
    String[] words = line.split(" ", 3);
    return new Ending(Integer.parseInt(words[1]), words[2], Ending.NOTHING);
  }

  private static Process start(Work work, Place place, int step) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "-Dorg.bytedeco.javacpp.cachedir="
                    + System.getProperty("org.bytedeco.javacpp.cachedir"),
                "-cp",
                System.getProperty("java.class.path"),
                WorkProgram.class.getName(),
                work.name(),
                place.folder().toString(),
                place.sources().toString(),
                Integer.toString(step)))
        .redirectErrorStream(true)
        .start();
  }
}
