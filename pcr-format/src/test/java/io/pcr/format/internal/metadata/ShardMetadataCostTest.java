package io.pcr.format.internal.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.internal.shard.TrailerLayout;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What metadata costs a shard of the usual size, in bytes and in time. */
class ShardMetadataCostTest {
  private static final int SAMPLES = 1024;
  private static final int MAX_BYTES_PER_SAMPLE = 100;
  private static final double MAX_MILLISECONDS = 5;
  private static final int RUNS = 100;

  @Test
  void metadataHeadAndTrailerTakeAtMostHundredBytesOfASample() {
    ShardMetadata metadata = new ImageNetLike(1).metadata(SAMPLES);
    ShardPlan plan = ShardPlan.of(ShardVariant.PCR, metadata, Optional.empty());
    long bytes = plan.shard().layout().prefixLength(0) + TrailerLayout.LENGTH;
    double each = (double) bytes / SAMPLES;
    System.out.printf("metadata, head, table and trailer: %.2f bytes a sample%n", each);
    assertTrue(each <= MAX_BYTES_PER_SAMPLE, each + " bytes");
  }

  @Test
  void metadataOfAThousandSamplesIsBuiltEncodedAndDecodedInMilliseconds() throws Exception {
    ImageNetLike images = new ImageNetLike(2);
    List<SampleEntry> samples = images.samples(SAMPLES);
    ShardMetadata metadata = new ImageNetLike(2).metadata(SAMPLES);
    byte[] frame = metadata.encode();
    Callable<Object> build =
        () -> {
          ShardMetadataBuilder builder =
              ShardMetadata.builder(metadata.groupCount()).targets(metadata.targets());
          samples.forEach(builder::add);
          return builder.build();
        };
    double buildTime = best("build", build);
    double encodeTime = best("encode", metadata::encode);
    double decodeTime = best("decode", () -> decode(frame));
    assertEquals(metadata.flatBuffer(), decode(frame).flatBuffer());
    assertTrue(buildTime + encodeTime < MAX_MILLISECONDS, buildTime + " + " + encodeTime + " ms");
    assertTrue(decodeTime < MAX_MILLISECONDS, decodeTime + " ms");
  }

  private static ShardMetadata decode(byte[] frame) throws IOException {
    return ShardMetadata.decode(ByteBuffer.wrap(frame), Limits.DEFAULT, new Origin("cost", 0));
  }

  /** The fastest of many runs in milliseconds: the others were disturbed. */
  private static double best(String what, Callable<Object> work) throws Exception {
    long best = Long.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      long start = System.nanoTime();
      if (work.call() == null) {
        throw new IllegalStateException(what);
      }
      best = Math.min(best, System.nanoTime() - start);
    }
    double milliseconds = best / 1e6;
    System.out.printf("metadata of %d samples: %s %.2f ms%n", SAMPLES, what, milliseconds);
    return milliseconds;
  }
}
