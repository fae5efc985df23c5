package io.pcr.format.internal.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.pcr.format.Limits;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.internal.shard.TrailerLayout;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What metadata costs a shard of the usual size, in bytes of the file and of memory. */
class ShardMetadataCostTest {
  private static final int SAMPLES = 1024;
  private static final int MAX_BYTES_PER_SAMPLE = 70;

  /** Bytes allocated for each byte of the tables. */
  private static final long MOST_TO_BUILD = 16;

  private static final long MOST_TO_ENCODE = 6;
  private static final long MOST_TO_DECODE = 10;

  @Test
  void metadataHeadAndTrailerTakeAtMostSeventyBytesOfASample() {
    ShardMetadata metadata = new ImageNetLike(1).metadata(SAMPLES);
    ShardPlan plan = ShardPlan.of(ShardVariant.PCR, metadata, Optional.empty());
    long bytes = plan.shard().layout().prefixLength(0) + TrailerLayout.LENGTH;
    double each = (double) bytes / SAMPLES;
    System.out.printf("metadata, head, table and trailer: %.2f bytes a sample%n", each);
    assertTrue(each <= MAX_BYTES_PER_SAMPLE, each + " bytes");
  }

  @Test
  void metadataOfAThousandSamplesIsBuiltEncodedAndDecodedWithFewBytes() throws Exception {
    List<SampleEntry> samples = new ImageNetLike(2).samples(SAMPLES);
    ShardMetadata metadata = new ImageNetLike(2).metadata(SAMPLES);
    byte[] frame = metadata.encode();
    int length = metadata.flatBuffer().remaining();
    Callable<Object> build =
        () -> {
          ShardMetadataBuilder builder =
              ShardMetadata.builder(metadata.groupCount()).targets(metadata.targets());
          samples.forEach(builder::add);
          return builder.build();
        };
    requireAllocations("build", build, MOST_TO_BUILD * length);
    requireAllocations("encode", metadata::encode, MOST_TO_ENCODE * length);
    requireAllocations("decode", () -> decode(frame), MOST_TO_DECODE * length);
    assertEquals(metadata.flatBuffer(), decode(frame).flatBuffer());
  }

  private static ShardMetadata decode(byte[] frame) throws IOException {
    return ShardMetadata.decode(
        ByteBuffer.wrap(frame),
        new ShardMetadata.Counts(SAMPLES, ImageNetLike.GROUPS),
        Limits.DEFAULT,
        new Origin("cost", 0));
  }

  /** What is allocated is what is worked on, whatever else the machine does. */
  private static void requireAllocations(String what, Callable<Object> work, long most)
      throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    work.call(); // Classes are loaded now.
    long before = threads.getCurrentThreadAllocatedBytes();
    work.call();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    System.out.printf("metadata of %d samples: %s %d bytes%n", SAMPLES, what, allocated);
    assertTrue(allocated <= most, what + ": " + allocated + " bytes, " + most + " at most");
  }
}
