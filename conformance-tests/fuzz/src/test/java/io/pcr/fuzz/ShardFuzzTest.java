package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.damage.Everything;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shards of both variants as they are, and with the checksums of their head and tables mended. */
class ShardFuzzTest {
  static Stream<Arguments> seeds() {
    return Seeds.vectors(".pcr", ".pcrl");
  }

  @MethodSource("seeds")
  @FuzzTest
  void shard(byte[] file) {
    FuzzRead.refuses(() -> readAll(file));
    byte[] mended = Mending.shard(file);
    FuzzRead.refuses(() -> readAll(mended));
  }

  private static void readAll(byte[] file) throws IOException {
    ShardFile shard = ShardFile.open(Seeds.source(file), Limits.DEFAULT);
    if (shard.frontDamage().isEmpty()) {
      byte[] encoded = Seeds.bytes(ShardHead.encode(shard.head(), shard.regions()));
      assertArrayEquals(Arrays.copyOf(file, encoded.length), encoded);
    }
    Everything.read(file);
  }
}
