package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.shard.ShardFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames whose headers and blocks may say anything. */
class ZstdFrameFuzzTest {
  private static final int LIMIT = 1 << 20;
  private static final Origin ORIGIN = new Origin("fuzzed", 0);

  static Stream<Arguments> seeds() {
    return Seeds.vectors(ZstdFrameFuzzTest::metadataFrame, ".pcr");
  }

  private static Optional<byte[]> metadataFrame(byte[] shard) {
    try {
      return Optional.of(ShardFile.open(Seeds.source(shard), Limits.DEFAULT).metadata().encode());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @MethodSource("seeds")
  @FuzzTest
  void frame(byte[] frame) {
    FuzzRead.refuses(
        () -> {
          byte[] content =
              ZstdFrame.decompress(
                  ByteBuffer.wrap(frame), Limit.METADATA_BYTES, LIMIT, "Frame", ORIGIN);
          assertTrue(content.length <= LIMIT);
          ByteBuffer again = ByteBuffer.wrap(ZstdFrame.compress(ByteBuffer.wrap(content), 1));
          assertArrayEquals(
              content, ZstdFrame.decompress(again, Limit.METADATA_BYTES, LIMIT, "Frame", ORIGIN));
        });
  }
}
