package io.pcr.writer.salvage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset is added to while it is examined, or its copy of the manifest is behind. */
class NewerGenerationTest {
  private static final String FIRST = "part-00000.pcr";
  private static final String SECOND = "part-00001.pcr";
  private static final String THIRD = "part-00002.pcr";

  @TempDir private Path folder;
  private Path dataset;
  private final List<String> notices = new ArrayList<>();
  private int looks;

  @BeforeEach
  void write() throws Exception {
    dataset = folder.resolve("dataset");
    Conversion.convert(options(1), ConversionListener.SILENT);
  }

  private ConversionOptions options(int seed) throws IOException {
    Path source = Files.createDirectory(folder.resolve("source" + seed));
    Files.write(source.resolve(seed + ".jpg"), JpegFixtures.baseline(seed, 40, 30));
    return ConversionOptions.builder(FolderSourceOptions.of(source), dataset).build();
  }

  private void append(int seed, DurableSteps steps) throws IOException {
    try {
      Conversion.append(options(seed), ConversionListener.SILENT, steps);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private ShardListing list(ShardListing.Between between) throws IOException {
    return ShardListing.ofFolder(new LocalFolder(dataset), Limits.DEFAULT, notices::add, between);
  }

  private static List<String> names(ShardListing listing) {
    return listing.shards().stream().map(DamagedShard::name).toList();
  }

  @Test
  void shardsThatArePublishedBetweenManifestAndFilesAreListed() throws IOException {
    ShardListing listing =
        list(
            () -> {
              if (looks++ < 2) {
                append(looks + 1, DurableSteps.NONE);
              }
            });
    assertEquals(List.of(FIRST, SECOND, THIRD), names(listing));
    assertEquals(3, listing.manifest().orElseThrow().generation());
    assertEquals(List.of(), listing.losses());
    assertEquals(List.of(), notices);
    assertEquals(3, looks, "once more behind the last one that is newer");
  }

  @Test
  void shardsOfAnAppendThatIsNotPublishedAreNoLoss() throws IOException {
    DurableSteps ending =
        (step, file) -> {
          if (GenerationNames.generation(file.getFileName().toString()).isPresent()) {
            throw new IOException("ended here");
          }
        };
    ShardListing listing =
        list(
            () -> {
              looks++;
              assertThrows(IOException.class, () -> append(2, ending));
            });
    assertTrue(Files.exists(dataset.resolve(SECOND)));
    assertEquals(1, looks);
    assertEquals(List.of(FIRST), names(listing));
    assertEquals(List.of(), listing.losses());
    assertEquals(1, notices.size());
    assertTrue(notices.get(0).endsWith("not part of the dataset yet: " + SECOND), notices.get(0));
  }

  @Test
  void generationBehindTheCopyIsUsed() throws IOException {
    append(2, DurableSteps.NONE);
    copyOf(1);
    ShardListing listing = list(() -> {});
    assertEquals(List.of(FIRST, SECOND), names(listing));
    assertEquals(List.of(), listing.losses());
  }

  @Test
  void generationsBehindTheCopyAreUsedWithoutAnIndex() throws IOException {
    append(2, DurableSteps.NONE);
    append(3, DurableSteps.NONE);
    copyOf(1);
    Files.delete(dataset.resolve("index.lmdb"));
    ShardListing listing = list(() -> {});
    assertEquals(List.of(FIRST, SECOND, THIRD), names(listing));
    assertEquals(3, listing.manifest().orElseThrow().generation());
    assertEquals(List.of(), listing.losses());
    assertTrue(notices.get(0).contains("manifest.pcrm is of generation 1"), notices.get(0));
  }

  @Test
  void damagedGenerationBehindTheCopyLeavesTheCopyAndTheShardsThatAreThere() throws IOException {
    append(2, DurableSteps.NONE);
    copyOf(1);
    Files.write(dataset.resolve(GenerationNames.of(2)), new byte[10]);
    Files.delete(dataset.resolve("index.lmdb"));
    ShardListing listing = list(() -> {});
    assertEquals(List.of(FIRST, SECOND), names(listing));
    assertEquals(1, listing.manifest().orElseThrow().generation());
    assertEquals(1, listing.losses().size());
    assertEquals(Loss.Kind.LIST, listing.losses().get(0).kind());
    assertEquals("manifest-2.pcrm", listing.losses().get(0).file());
  }

  /** Its writer took the name, and died: nothing was committed. */
  @Test
  void generationWithoutBytesIsNoLoss() throws IOException {
    Files.write(dataset.resolve(GenerationNames.of(2)), new byte[0]);
    ShardListing listing = list(() -> {});
    assertEquals(List.of(FIRST), names(listing));
    assertEquals(List.of(), listing.losses());
    append(2, DurableSteps.NONE);
    assertEquals(List.of(FIRST, SECOND), names(list(() -> {})));
    assertEquals(3, list(() -> {}).manifest().orElseThrow().generation());
    assertEquals(0, Files.size(dataset.resolve(GenerationNames.of(2))));
  }

  @Test
  void olderGenerationIsUsedBeforeNone() throws IOException {
    append(2, DurableSteps.NONE);
    append(3, DurableSteps.NONE);
    byte[] bytes = Files.readAllBytes(dataset.resolve(GenerationNames.of(3)));
    bytes[100] ^= 1;
    Files.write(dataset.resolve(GenerationNames.of(3)), bytes);
    Files.write(dataset.resolve(Manifest.FILE_NAME), bytes);
    Files.delete(dataset.resolve("index.lmdb"));
    ShardListing listing = list(() -> {});
    assertEquals(List.of(FIRST, SECOND, THIRD), names(listing));
    assertEquals(2, listing.manifest().orElseThrow().generation());
    assertEquals("manifest-3.pcrm", listing.losses().get(0).file());
  }

  @Test
  void generationsAreFoundByTheirNamesWhereTheFirstIsGone() throws IOException {
    append(2, DurableSteps.NONE);
    append(3, DurableSteps.NONE);
    Files.delete(dataset.resolve(GenerationNames.of(1)));
    Files.delete(dataset.resolve(Manifest.FILE_NAME));
    ShardListing listing = list(() -> {});
    assertEquals(3, listing.manifest().orElseThrow().generation());
    assertEquals(List.of(), listing.losses());
    append(4, DurableSteps.NONE);
    assertEquals(4, list(() -> {}).manifest().orElseThrow().generation());
  }

  private void copyOf(long generation) throws IOException {
    Files.copy(
        dataset.resolve(GenerationNames.of(generation)),
        dataset.resolve(Manifest.FILE_NAME),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
