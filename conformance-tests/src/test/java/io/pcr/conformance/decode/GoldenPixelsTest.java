package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.ColorClass;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Frozen hashes of what a frozen shard decodes to at every fidelity, block smoothing off: ours are
 * these, and djpeg's are. They hold for libjpeg-turbo 2.1.5; the format promises no pixels.
 */
class GoldenPixelsTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final Path SHARD = ROOT.resolve("spec/vectors/2/good-shard-empty-groups.pcr");
  private static final Path GOLDEN =
      ROOT.resolve("conformance-tests/src/test/resources/pixels/good-shard-empty-groups.sha256");

  @TempDir private Path folder;

  /** What makes pixels of a JPEG. */
  private interface Decoder {
    byte[] pixels(byte[] jpeg, boolean grey) throws Exception;
  }

  /** A line for each sample and fidelity: the hash, the fidelity, the key. */
  private static List<String> hashes(Decoder decoder) throws Exception {
    ShardFile shard;
    try (ByteSource source = FileByteSource.open(SHARD)) {
      shard = ShardFile.open(source, Limits.DEFAULT);
    }
    List<String> lines = new ArrayList<>();
    for (int group = 1; group <= shard.metadata().groupCount(); group++) {
      try (PcrDataset dataset = PcrDataset.open(SHARD);
          ShardReader reader = dataset.shards().get(0).read(Fidelity.group(group))) {
        for (Sample sample : reader) {
          boolean grey = shard.metadata().colorClass(sample.ordinal()) == ColorClass.GREY;
          byte[] pixels = decoder.pixels(bytes(sample), grey);
          lines.add(Sha256.of(ByteBuffer.wrap(pixels)) + " " + group + " " + sample.key());
        }
      }
    }
    return lines;
  }

  private static byte[] bytes(Sample sample) throws IOException {
    byte[] jpeg = new byte[sample.length()];
    sample.jpeg().get(jpeg);
    return jpeg;
  }

  @Test
  void ourPixelsAndThoseOfDjpegAreTheFrozenOnes() throws Exception {
    List<String> golden = Files.readAllLines(GOLDEN);
    try (OurPixels ours = new OurPixels()) {
      assertEquals(golden, hashes((jpeg, grey) -> ours.of(jpeg, grey, false)));
    }
    LibjpegPrograms djpeg = new LibjpegPrograms(folder);
    assertEquals(golden, hashes((jpeg, grey) -> djpeg.unsmoothed(jpeg)));
    Programme.PEERS.passed("djpeg: golden hashes of a frozen shard", golden.size());
  }
}
