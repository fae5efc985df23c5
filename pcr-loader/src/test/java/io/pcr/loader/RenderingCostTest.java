package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.pcr.format.Fidelity;
import io.pcr.format.quality.Reconstruction;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.reader.internal.decode.PartRenderer;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an image costs in memory of the heap, whatever it is called. */
class RenderingCostTest {
  private static final int ROUNDS = 200;

  @TempDir Path own;

  @Test
  void imageTakesLittleMemoryHoweverLongItsNameIs() throws IOException {
    Path folder =
        new TestDataset().shard("rose/1", "rose/" + "x".repeat(20_000)).write(own.resolve("data"));
    ByteBuffer out = ByteBuffer.allocateDirect(LoaderFixture.SHAPE.bytes());
    try (PcrDataset dataset = PcrDataset.open(folder);
        ShardReader reader = dataset.shards().get(0).read(Fidelity.group(4), OnDamage.FAIL);
        PartRenderer renderer = new PartRenderer(LoaderFixture.SHAPE)) {
      long named = bytes(renderer, reader.sample(0).orElseThrow(), out);
      long longer = bytes(renderer, reader.sample(1).orElseThrow(), out);
      assertTrue(named < 3000, named + " bytes for an image");
      assertTrue(longer < named + 500, longer + " bytes for an image with a long name");
    }
  }

  /** The bytes that a call of the renderer allocates, once it has its memory. */
  private static long bytes(PartRenderer renderer, Sample sample, ByteBuffer out)
      throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    PartRenderer.Part all = new PartRenderer.Part(0, 0, sample.width(), sample.height(), false);
    PartRenderer.Choice choice = (view, width, height) -> all;
    renderer.render(sample, choice, Reconstruction.PLAIN, out, 0);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUNDS; i++) {
      renderer.render(sample, choice, Reconstruction.PLAIN, out, 0);
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
  }
}
