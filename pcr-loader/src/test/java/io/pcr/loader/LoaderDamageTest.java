package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a loader does about damage. */
class LoaderDamageTest extends LoaderFixture {
  private Path damaged(boolean laterGroup) throws IOException {
    Path folder = own.resolve("damaged");
    Files.createDirectories(folder);
    try (var files = Files.list(shared.resolve("data"))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Path shard = folder.resolve("part-00002.pcr");
    byte[] bytes = Files.readAllBytes(shard);
    try (FileByteSource source = FileByteSource.open(shard)) {
      ShardFile file = ShardFile.open(source, Limits.DEFAULT);
      bytes[(int) file.layout().slicePosition(laterGroup ? 3 : 1, 4)] ^= 0x10;
    }
    Files.write(shard, bytes);
    return folder;
  }

  @Test
  void damageEndsTheRunUnlessItIsToBeSkipped() throws IOException {
    String key = "tulip/14";
    Path folder = damaged(false);
    try (PcrDataset damaged = PcrDataset.open(folder)) {
      try (Loader loader = Loader.open(damaged, options().build())) {
        PcrException.Corrupt e =
            assertThrows(
                PcrException.Corrupt.class,
                () -> {
                  for (int i = 0; i < 5; i++) {
                    loader.next();
                  }
                });
        assertTrue(e.getMessage().contains("part-00002.pcr"), e.getMessage());
        assertThrows(PcrException.Corrupt.class, loader::next, "it cannot go on");
      }
      try (Loader loader = Loader.open(damaged, options().onDamage(OnDamage.SKIP).build())) {
        List<String> seen = new ArrayList<>();
        int replaced = 0;
        for (int i = 0; i < 5; i++) {
          Batch batch = loader.next();
          seen.addAll(keys(batch));
          for (int image = 0; image < batch.size(); image++) {
            replaced += batch.isReplaced(image) ? 1 : 0;
          }
        }
        assertEquals(60, seen.size());
        assertFalse(seen.contains(key));
        assertEquals(1, replaced);
        assertEquals(1, loader.statistics().samplesReplaced());
      }
      LoaderOptions strict = options().onDamage(OnDamage.SKIP).maxReplacedInARow(0).build();
      try (Loader loader = Loader.open(damaged, strict)) {
        assertThrows(
            IOException.class,
            () -> {
              for (int i = 0; i < 5; i++) {
                loader.next();
              }
            });
      }
    }
  }

  @Test
  void anImageOfAnotherPartThatReplacesOneIsNamedAsThatPartsImage() throws IOException {
    Path other = own.resolve("other");
    new TestDataset().size(WIDTH, HEIGHT).shard("other/0", "other/1", "other/2").write(other);
    try (PcrDataset damaged = PcrDataset.open(damaged(false));
        PcrDataset intact = PcrDataset.open(other)) {
      List<LoaderPart> parts = List.of(LoaderPart.of(damaged), LoaderPart.of(intact));
      LoaderOptions options = options().onDamage(OnDamage.SKIP).epochBatches(60).build();
      int fromTheOther = 0;
      try (Loader loader = Loader.open(parts, options)) {
        for (int i = 0; i < 60; i++) {
          Batch batch = loader.next();
          for (int image = 0; image < batch.size(); image++) {
            boolean isOther = batch.key(image).startsWith("other/");
            assertEquals(isOther ? 1 : 0, batch.part(image));
            fromTheOther += isOther && batch.isReplaced(image) ? 1 : 0;
          }
        }
      }
      assertTrue(fromTheOther > 0, "no image was replaced by one of the other part");
    }
  }

  @Test
  void damageOfALaterGroupMakesACoarserImage() throws IOException {
    try (PcrDataset damaged = PcrDataset.open(damaged(true));
        Loader loader = Loader.open(damaged, options().onDamage(OnDamage.DEGRADE).build())) {
      List<String> degraded = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          if (batch.isDegraded(image)) {
            degraded.add(batch.key(image));
          }
        }
      }
      assertEquals(List.of("tulip/14"), degraded);
      assertEquals(1, loader.statistics().samplesDegraded());
    }
  }

  @Test
  void aShardThatIsGoneIsAnErrorOfItsBatchAndNotBefore() throws IOException {
    Path folder = damaged(true);
    Files.delete(folder.resolve("part-00005.pcr"));
    try (PcrDataset damaged = PcrDataset.open(folder);
        Loader loader = Loader.open(damaged, options().onDamage(OnDamage.SKIP).build())) {
      assertThrows(
          IOException.class,
          () -> {
            for (int i = 0; i < 5; i++) {
              loader.next();
            }
          });
    }
  }
}
