package io.pcr.format.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every bit of every file flipped, one at a time. */
class BitFlipTest {
  private static void assertEveryFlipIsFound(String name, byte[] file) throws IOException {
    Everything.read(file);
    Bounded bounded = new Bounded();
    for (int bit = 0; bit < file.length * Byte.SIZE; bit++) {
      byte mask = (byte) (1 << bit % Byte.SIZE);
      int at = bit / Byte.SIZE;
      file[at] ^= mask;
      String what = "bit " + bit + " of " + name;
      assertTrue(bounded.refuses(what, () -> Everything.read(file)), what);
      file[at] ^= mask;
    }
    bounded.passed(Programme.T2, name);
  }

  /** Covers G-3. */
  @Test
  void everyBitOfEveryShardIsUnderAChecksum() throws IOException {
    assertEveryFlipIsFound("PCR shard", DamageFiles.pcr());
    assertEveryFlipIsFound("Liquid shard", DamageFiles.liquid());
  }

  @Test
  @Tag("long")
  void everyBitOfALargerShardIsUnderAChecksum() throws IOException {
    for (Map.Entry<String, byte[]> shard : DamageFiles.shards().entrySet()) {
      assertEveryFlipIsFound("shard of " + shard.getKey(), shard.getValue());
    }
    byte[] file = ShardFixture.pcr(21, 8).samples(80).maxSliceLength(50).allColumns().encode();
    assertTrue(file.length > 16 << 10, file.length + " bytes");
    assertEveryFlipIsFound("PCR shard of more than 16 KiB", file);
  }

  /** Covers R-MANIFEST-2. */
  @Test
  void everyBitOfAManifestIsUnderAChecksum() {
    byte[] file = DamageFiles.manifest();
    Bounded bounded = new Bounded();
    for (int bit = 0; bit < file.length * Byte.SIZE; bit++) {
      byte mask = (byte) (1 << bit % Byte.SIZE);
      file[bit / Byte.SIZE] ^= mask;
      ByteBuffer flipped = ByteBuffer.wrap(file);
      String what = "bit " + bit + " of the manifest";
      assertTrue(
          bounded.refuses(what, () -> Manifest.decode(flipped, "flipped", Limits.DEFAULT)), what);
      file[bit / Byte.SIZE] ^= mask;
    }
    bounded.passed(Programme.T2, "manifest");
  }
}
