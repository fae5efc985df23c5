package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Corpus;
import io.pcr.format.Fidelity;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.TargetedScans;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pillow opens the JPEG of every fidelity and sees our pixels. Debian's has the same libjpeg-turbo
 * as we do, and smooths as it does unless it is told otherwise.
 */
class PillowTest {
  private static final String PROGRAM =
      """
      import hashlib, sys
      from PIL import Image
      for line in sys.stdin:
          with Image.open(line.rstrip("\\n")) as image:
              print(image.format, image.mode, hashlib.sha256(image.tobytes()).hexdigest())
      """;

  @TempDir private Path folder;

  @Test
  void aFewPhotosOfADatasetAreOurPixelsToPillow() throws Exception {
    compare(4);
  }

  @Test
  @Tag("long")
  void allPhotosOfADatasetAreOurPixelsToPillow() throws Exception {
    compare(Corpus.SIZE);
  }

  private void compare(int photos) throws Exception {
    Path dataset = folder.resolve("dataset");
    try (PcrWriter writer = PcrWriter.create(dataset, PcrWriterOptions.DEFAULT)) {
      for (Corpus.Photo photo : Corpus.some(photos)) {
        writer.add(PcrSample.of(photo.name(), photo.jpeg()));
      }
      writer.finish();
    }
    int groups = TargetedScans.DEFAULT.groupCount();
    List<String> paths = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    try (PcrDataset opened = PcrDataset.open(dataset);
        OurPixels ours = new OurPixels()) {
      for (int group = 1; group <= opened.groupCount(); group++) {
        try (ShardReader reader = opened.shards().get(0).read(Fidelity.group(group))) {
          for (Sample sample : reader) {
            byte[] jpeg = new byte[sample.length()];
            sample.jpeg().get(jpeg);
            Path file = folder.resolve(sample.ordinal() + "-" + group + ".jpg");
            paths.add(Files.write(file, jpeg).toString());
            boolean grey = components(jpeg) == 1;
            byte[] pixels = ours.of(jpeg, grey, true);
            expected.add(
                "JPEG " + (grey ? "L " : "RGB ") + Sha256.of(ByteBuffer.wrap(pixels)).toString());
          }
        }
      }
    }
    assertEquals(expected, Pillow.run(folder, PROGRAM, paths));
    assertTrue(expected.size() >= photos * groups, expected.size() + " files");
    Programme.PEERS.passed("Pillow: photographs at each fidelity", expected.size());
  }

  /** Components of the frame, the byte 9 behind its marker. */
  private static int components(byte[] jpeg) {
    ByteBuffer markers = ByteBuffer.wrap(jpeg);
    for (int at = 2; ; at += 2 + Short.toUnsignedInt(markers.getShort(at + 2))) {
      if (jpeg[at + 1] == (byte) 0xC2) {
        return jpeg[at + 9];
      }
    }
  }
}
