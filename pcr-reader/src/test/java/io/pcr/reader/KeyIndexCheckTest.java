package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.check.CheckResult;
import io.pcr.reader.check.Damage;
import io.pcr.reader.check.DatasetCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check of a dataset that has an index of keys. */
class KeyIndexCheckTest {
  @TempDir Path directory;

  private TestDataset written;
  private Manifest manifest;

  @BeforeEach
  void write() throws IOException {
    written = ThreeShards.write(directory.resolve("dataset"));
    manifest = KeyedDataset.addSegments(written);
  }

  private List<Damage> damages() throws IOException {
    List<Damage> damages = new ArrayList<>();
    try (PcrDataset dataset = PcrDataset.open(written.folder())) {
      CheckResult result = DatasetCheck.of(dataset).onDamage(damages::add).run();
      assertEquals(damages.size(), result.damages());
      assertEquals(written.sampleCount(), result.samples());
      assertEquals(List.of(), result.unchecked());
    }
    return damages;
  }

  @Test
  void intactIndexOfKeysIsIntact() throws IOException {
    assertEquals(List.of(), damages());
  }

  /** Covers R-KEYS-10. */
  @Test
  void eachDamagedSegmentIsReportedByItself() throws IOException {
    Path first = written.folder().resolve(manifest.keySegments().get(0).name());
    byte[] bytes = Files.readAllBytes(first);
    for (int at : new int[] {0, 9, 30, 60, 64, 80, bytes.length - 1}) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 1;
      Files.write(first, damaged);
      assertDamage(at < 8 ? ErrorCode.NOT_PCR : ErrorCode.CHECKSUM_MISMATCH);
    }
    Files.write(first, Arrays.copyOf(bytes, bytes.length - 1));
    assertDamage(ErrorCode.TRUNCATED);
    Files.write(first, Arrays.copyOf(bytes, bytes.length + 1));
    assertDamage(ErrorCode.MALFORMED);
    Files.write(
        first, Files.readAllBytes(written.folder().resolve(manifest.keySegments().get(1).name())));
    assertDamage(ErrorCode.NOT_AS_LISTED);
    Files.delete(first);
    assertDamage(ErrorCode.MALFORMED);
  }

  private void assertDamage(ErrorCode code) throws IOException {
    List<Damage> damages = damages();
    assertEquals(1, damages.size(), damages::toString);
    assertEquals(manifest.keySegments().get(0).name(), damages.get(0).file());
    assertEquals(code, damages.get(0).code());
    assertTrue(damages.get(0).readable().startsWith("no sample is lost"));
  }

  /** Covers R-KEYS-9. */
  @Test
  void entriesThatAreNotTheShardsAreReported() throws IOException {
    List<KeyEntry> first = KeyedDataset.entries(written, 0);
    List<KeyEntry> last = KeyedDataset.entries(written, 2);
    assertShardDiffers(first.subList(1, first.size()), last);
    List<KeyEntry> swapped = new ArrayList<>(first);
    swapped.set(0, new KeyEntry(first.get(0).hash(), 0, 1));
    swapped.set(1, new KeyEntry(first.get(1).hash(), 0, 0));
    assertShardDiffers(swapped, last);
    List<KeyEntry> other = new ArrayList<>(first);
    other.set(0, new KeyEntry(first.get(0).hash() + 1, 0, 0));
    assertShardDiffers(other, last);
  }

  private void assertShardDiffers(List<KeyEntry> first, List<KeyEntry> last) throws IOException {
    KeyedDataset.addSegments(written.folder(), List.of(first, last));
    List<Damage> damages = damages();
    assertEquals(1, damages.size(), damages::toString);
    assertEquals(TestDataset.name(0), damages.get(0).file());
  }

  @Test
  void entryBeyondItsShardIsDamageOfTheSegment() throws IOException {
    List<KeyEntry> first = new ArrayList<>(KeyedDataset.entries(written, 0));
    first.set(0, new KeyEntry(first.get(0).hash(), 0, first.size()));
    manifest =
        KeyedDataset.addSegments(
            written.folder(), List.of(first, KeyedDataset.entries(written, 2)));
    assertDamage(ErrorCode.MALFORMED);
  }

  @Test
  void entriesOfOtherShardsDoNotCount() throws IOException {
    List<KeyEntry> last = new ArrayList<>(KeyedDataset.entries(written, 2));
    last.add(new KeyEntry(5, 77, 0));
    KeyedDataset.addSegments(written.folder(), List.of(KeyedDataset.entries(written, 0), last));
    assertEquals(List.of(), damages());
  }
}
