package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.publish.IndexPublication;
import io.pcr.writer.salvage.DamagedDataset;
import io.pcr.writer.salvage.Salvage;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-COMMIT-13
/** Writers where the file system keeps no locks: they go on, and say so. */
class WithoutLocksTest {
  private static final DurableSteps STEPS =
      (step, file) -> {
        if (step == Step.LOCK) {
          throw new IOException("Function not implemented");
        }
      };

  private static final DurableSteps ENDING =
      (step, file) -> {
        STEPS.before(step, file);
        if (GenerationNames.generation(file.getFileName().toString()).isPresent()) {
          throw new IOException("ended here");
        }
      };

  @TempDir private Path temporary;
  private final List<String> notices = new ArrayList<>();

  private final ConversionListener listener =
      new ConversionListener() {
        @Override
        public void notice(String sentence) {
          notices.add(sentence);
        }
      };

  private Path out() {
    return temporary.resolve("out");
  }

  private Path holder() {
    return out().resolve(".pcr-run").resolve("holder");
  }

  private ConversionOptions options(int seed) throws IOException {
    Path source = temporary.resolve("source" + seed);
    if (!Files.exists(source)) {
      Sources.write(source, Map.of("c/" + seed + ".jpg", JpegFixtures.baseline(seed, 20, 20)));
    }
    return ConversionOptions.builder(FolderSourceOptions.of(source), out()).build();
  }

  @Test
  void everyWriterGoesOnAndSaysSo() throws Exception {
    Conversion.convert(options(1), listener, STEPS);
    Conversion.append(options(2), listener, STEPS);
    assertEquals(2, notices.size(), notices::toString);
    IndexPublication.rebuild(out(), notices::add, STEPS);
    DamagedDataset damaged = DamagedDataset.of(out(), Limits.DEFAULT, notices::add);
    Path saved = temporary.resolve("saved");
    assertEquals(List.of(), Salvage.of(damaged).steps(STEPS).saveTo(saved).losses());
    assertEquals(3, notices.size(), notices::toString);
    for (String notice : notices) {
      assertTrue(notice.contains("keeps no locks"), notice);
    }
    assertEquals(2, ReadBack.of(out()).samples.size());
    assertEquals(2, ReadBack.of(saved).samples.size());
    assertFalse(Files.exists(out().resolve(".pcr-lock")));
    assertFalse(Files.exists(out().resolve(".pcr-run")));
  }

  @Test
  void runOfAnotherThatMayBeAtWorkIsNotTouched() throws Exception {
    Conversion.convert(options(1), listener);
    assertThrows(IOException.class, () -> Conversion.append(options(2), listener, ENDING));
    assertFalse(Files.exists(holder()), "given up with the run");
    String other = "pcr append\t7\tanother-host\t2020-01-01T00:00:00Z\t5\n";
    Files.writeString(holder(), other);
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class, () -> Conversion.append(options(2), listener, STEPS));
    assertTrue(e.getMessage().startsWith("pcr append (process 7 on another-host)"), e.getMessage());
    assertTrue(e.getMessage().contains("delete " + holder()), e.getMessage());
    assertEquals(other, Files.readString(holder()));
    Files.delete(holder());
    Conversion.append(options(2), listener, STEPS);
    assertEquals(2, ReadBack.of(out()).samples.size());
  }

  @Test
  void runOfAProcessThatDiedHereGoesOn() throws Exception {
    Conversion.convert(options(1), listener);
    assertThrows(IOException.class, () -> Conversion.append(options(2), listener, ENDING));
    Path hostName = Path.of("/proc/sys/kernel/hostname");
    String host = Files.exists(hostName) ? Files.readString(hostName).strip() : "";
    Process process = new ProcessBuilder("true").start();
    assertEquals(0, process.waitFor());
    String dead = "pcr append\t" + process.pid() + "\t" + host + "\t2020-01-01T00:00:00Z\t5\n";
    Files.writeString(holder(), dead);
    Conversion.append(options(2), listener, STEPS);
    assertEquals(2, ReadBack.of(out()).samples.size());
  }
}
