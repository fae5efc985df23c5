package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.programme.Programme;
import io.pcr.writer.internal.convert.ConversionFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A medium that is full, or fails, costs time and no data: the message says so, and the run goes on
 * later.
 */
class NoSpaceTest {
  private static final int IMAGES = 24;
  private static final String FULL = "No space left on device";

  @TempDir private Path temporary;

  private Path source;
  private Map<String, byte[]> expected;

  @BeforeEach
  void makeWhatAnUndisturbedRunMakes() throws Exception {
    source = Sources.small(temporary.resolve("source"), IMAGES);
    Files.writeString(source.resolve("c0/bad.jpg"), "bad");
    Path whole = temporary.resolve("whole");
    KilledConversion.run("convert", source, whole, DurableSteps.NONE);
    expected = ConversionTest.datasetFiles(whole);
  }

  @Test
  void failureAtEveryDurableStepLeavesARunThatGoesOn() throws Exception {
    AtomicInteger steps = new AtomicInteger();
    KilledConversion.run(
        "convert", source, temporary.resolve("counted"), (step, file) -> steps.incrementAndGet());
    int failed = 0;
    for (int at = 0; at < steps.get(); at++) {
      Path out = temporary.resolve("failed" + at);
      if (failsAt(at, out)) {
        failed++;
        boolean over =
            Files.exists(out.resolve("manifest.pcrm")) && !Files.exists(out.resolve(".pcr-run"));
        if (!over) {
          KilledConversion.run("convert", source, out, DurableSteps.NONE);
        }
      }
      Map<String, byte[]> files = ConversionTest.datasetFiles(out);
      files.keySet().removeIf(name -> name.startsWith(".pcr-run-finished"));
      ConversionTest.assertSameFiles(expected, files);
    }
    assertTrue(failed > steps.get() / 2, failed + " of " + steps);
    Programme.T7.passed("convert, made to fail at each durable step", failed);
  }

  /** Two threads come to steps, so that the last few numbers may not be reached. */
  private boolean failsAt(int at, Path out) throws Exception {
    AtomicInteger steps = new AtomicInteger();
    DurableSteps failing =
        (step, file) -> {
          if (steps.getAndIncrement() == at) {
            throw new IOException(file + ": " + FULL);
          }
        };
    try {
      KilledConversion.run("convert", source, out, failing);
      return false;
    } catch (IOException e) {
      assertTrue(e.getMessage().contains(FULL), e.getMessage());
      return true;
    }
  }

  @Test
  void shardThatCannotBeWrittenIsNamedWithWhatToDo() {
    Path out = temporary.resolve("out");
    DurableSteps failing =
        (step, file) -> {
          if (step == Step.WRITE && file.endsWith("part-00001.pcr")) {
            throw new IOException(FULL);
          }
        };
    IOException e =
        assertThrows(
            ConversionFailedException.class,
            () -> KilledConversion.run("convert", source, out, failing));
    assertEquals(
        out.resolve("part-00001.pcr")
            + ": "
            + FULL
            + "; what is finished is kept in "
            + out
            + ", and the same command continues from there",
        e.getMessage());
  }

  /**
   * A real full filesystem where the test may mount one; where it may not, the test above stands
   * for it.
   */
  @Test
  void filesystemThatIsFullAndThenGrowsEndsInTheSameDataset() throws Exception {
    Path mount = Files.createDirectories(temporary.resolve("mount"));
    int full = 0;
    boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", mount.toString()) == 0;
    try {
      Path out = mount.resolve("out");
      for (int kib = 8; mounted && kib <= 4096; kib += 24) {
        run("mount", "-o", "remount,size=" + kib + "k", mount.toString());
        try {
          KilledConversion.run("convert", source, out, DurableSteps.NONE);
          ConversionTest.assertSameFiles(expected, ConversionTest.datasetFiles(out));
          assertTrue(full > 3, full + " times full");
          Programme.T7.passed("convert, on a filesystem that is full and then grows", full);
          return;
        } catch (IOException e) {
          full++;
          boolean said =
              e.getMessage().contains(FULL) || e.getMessage().contains("left on its filesystem");
          assertTrue(said, e.getMessage());
        }
      }
      assertFalse(mounted, "never enough space");
    } finally {
      if (mounted) {
        run("umount", mount.toString());
      }
    }
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }
}
