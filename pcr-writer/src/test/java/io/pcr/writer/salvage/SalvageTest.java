package io.pcr.writer.salvage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.find.NotADatasetException;
import io.pcr.reader.work.ProgressListener;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SalvageTest {
  private static final int SAMPLES = 6;
  private static final String FIRST = "part-00000.pcr";
  private static final String SECOND = "part-00001.pcr";

  @TempDir private Path folder;
  private Path dataset;
  private Path saved;

  @BeforeEach
  void write() throws IOException {
    dataset = folder.resolve("dataset");
    saved = folder.resolve("saved");
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .shards(new ShardLimits(1 << 20, 4))
            .classNames(List.of("zero", "one"))
            .build();
    try (PcrWriter writer = PcrWriter.create(dataset, options)) {
      for (int i = 0; i < SAMPLES; i++) {
        byte[] image = JpegFixtures.baseline(i, 40, 30);
        writer.add(PcrSample.of("s" + i + ".jpg", image).withLabel(i % 2));
      }
      assertEquals(2, writer.finish().added().size());
    }
  }

  private DamagedDataset damaged() throws IOException {
    return DamagedDataset.of(dataset, Limits.DEFAULT, notice -> {});
  }

  private void damage(String shard, int group, int sample) throws IOException {
    Path file = dataset.resolve(shard);
    long place;
    try (FileByteSource source = FileByteSource.open(file)) {
      place = ShardFile.open(source, Limits.DEFAULT).layout().slicePosition(group, sample);
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) place] ^= 1;
    Files.write(file, bytes);
  }

  private static Map<String, ByteBuffer> images(Path dataset) throws IOException {
    Map<String, ByteBuffer> images = new TreeMap<>();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (long i = 0; i < opened.sampleCount(); i++) {
        Sample sample = opened.sample(i, Fidelity.FULL);
        images.put(sample.key(), ByteBuffer.allocate(sample.length()).put(sample.file()).flip());
      }
    }
    return images;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void intactDatasetIsCopiedAndLosesNothing() throws IOException {
    SalvageReport report = Salvage.of(damaged()).saveTo(saved);
    assertEquals(List.of(), report.losses());
    assertEquals(2, report.copied());
    assertEquals(images(dataset), images(saved));
    assertArrayEquals(
        Files.readAllBytes(dataset.resolve(FIRST)), Files.readAllBytes(saved.resolve(FIRST)));
    assertFalse(Files.exists(saved.resolve(SalvageReport.LOSSES_NAME)));
    assertEquals(List.of("dataset", "saved"), files());
  }

  @Test
  void damagedSampleIsALossAndAllOthersAreSavedByteForByte() throws IOException {
    Map<String, ByteBuffer> expected = images(dataset);
    expected.remove("s2.jpg");
    damage(FIRST, 4, 2);
    SalvageReport report = Salvage.of(damaged()).saveTo(saved);
    assertEquals(1, report.lostSamples());
    assertEquals(1, report.copied());
    assertFalse(report.isMoreUnknown());
    Loss loss = report.losses().get(0);
    assertEquals(Loss.Kind.SAMPLE, loss.kind());
    assertEquals("s2.jpg", loss.key());
    assertEquals(3, loss.readableFidelity());
    assertEquals(Loss.Fate.DAMAGED, loss.cause().fate());
    assertEquals(Optional.of(ErrorCode.CHECKSUM_MISMATCH), loss.cause().error());
    assertEquals("CHECKSUM_MISMATCH", loss.cause().code());
    assertEquals(
        List.of(loss.toJson()), Files.readAllLines(saved.resolve(SalvageReport.LOSSES_NAME)));
    assertEquals(expected, images(saved));
  }

  @Test
  void planSaysWhatASalvageWillDoAndWritesNothing() throws IOException {
    damage(FIRST, 1, 0);
    Files.delete(dataset.resolve(SECOND));
    Salvage.Plan plan = Salvage.of(damaged()).plan();
    assertEquals(List.of("dataset"), files());
    assertEquals(3, plan.samples());
    SalvageReport report = Salvage.of(damaged()).saveTo(saved);
    assertEquals(plan.losses(), report.losses());
    assertEquals(plan.samples(), report.manifest().sampleCount());
  }

  @Test
  void shardThatIsMissingIsALossOfItsSamplesByName() throws IOException {
    Files.delete(dataset.resolve(SECOND));
    List<Loss> losses = Salvage.of(damaged()).plan().losses();
    assertEquals(List.of("s4.jpg", "s5.jpg"), losses.stream().map(Loss::key).toList());
    for (Loss loss : losses) {
      assertEquals(Loss.Fate.MISSING, loss.cause().fate());
      assertEquals("MISSING", loss.cause().code());
    }
  }

  @Test
  void datasetWithoutAManifestIsSavedAndWhatOnlyItSaidIsLost() throws IOException {
    Map<String, ByteBuffer> expected = images(dataset);
    deleteManifests(dataset);
    SalvageReport report = Salvage.of(damaged()).saveTo(saved);
    assertEquals(1, report.count(Loss.Kind.MANIFEST));
    assertEquals(OptionalLong.of(0), report.losses().get(0).samples());
    assertEquals(expected, images(saved));
  }

  @Test
  void shardThatIsCutLosesNoSampleThatIsThere() throws IOException {
    Path file = dataset.resolve(FIRST);
    long end;
    try (FileByteSource source = FileByteSource.open(file)) {
      ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
      end = shard.layout().slicePosition(shard.metadata().groupCount(), 2);
    }
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) end));
    Salvage.Plan plan = Salvage.of(damaged()).plan();
    List<String> lost =
        plan.losses().stream()
            .filter(loss -> loss.kind() == Loss.Kind.SAMPLE)
            .map(Loss::key)
            .toList();
    assertEquals(List.of("s2.jpg", "s3.jpg"), lost);
  }

  @Test
  void followerIsToldOfBothHalvesOfTheWork() throws IOException {
    List<String> told = new ArrayList<>();
    AtomicLong examined = new AtomicLong();
    AtomicLong checked = new AtomicLong();
    Salvage.Listener listener =
        new Salvage.Listener() {
          @Override
          public void began(Path where) {
            told.add("began " + where.getFileName());
          }

          @Override
          public ProgressListener examining(long bytes) {
            told.add("examining");
            return (samples, read, written) -> examined.addAndGet(read);
          }

          @Override
          public ProgressListener checking(long bytes) {
            told.add("checking");
            return (samples, read, written) -> checked.addAndGet(samples);
          }
        };
    Salvage.of(damaged()).listener(listener).saveTo(saved);
    assertEquals(List.of("began .saved.pcr-repair", "examining", "checking"), told);
    assertTrue(examined.get() > 0);
    assertEquals(SAMPLES, checked.get());
  }

  @Test
  void nothingIsWrittenWhereSomethingStandsOrIntoTheDamagedDataset() throws IOException {
    Files.createDirectories(saved);
    Path file = Files.createFile(saved.resolve("mine"));
    for (Path target : List.of(saved, file, dataset, dataset.resolve("inside"))) {
      assertThrows(RunRejectedException.class, () -> Salvage.of(damaged()).saveTo(target));
    }
    assertEquals(List.of("dataset", "saved"), files());
    assertEquals(0, Files.size(file));
  }

  @Test
  void folderWithoutShardsIsNoDataset() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThrows(
        NotADatasetException.class, () -> DamagedDataset.of(empty, Limits.DEFAULT, notice -> {}));
  }

  @Test
  void causeWithoutAnErrorIsNoDamage() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Loss.Cause(Loss.Fate.DAMAGED, Optional.empty(), "", 0, "?"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Loss.Cause(Loss.Fate.MISSING, Optional.of(ErrorCode.MALFORMED), "", 0, "?"));
  }

  /** Removes all generations, and the copy of the newest. */
  private static void deleteManifests(Path dataset) throws IOException {
    try (Stream<Path> files = Files.list(dataset)) {
      for (Path file : files.toList()) {
        if (GenerationNames.isManifest(file.getFileName().toString())) {
          Files.delete(file);
        }
      }
    }
  }
}
