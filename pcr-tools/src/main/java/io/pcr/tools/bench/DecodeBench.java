package io.pcr.tools.bench;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.tools.bench.Bench.Settings;
import io.pcr.tools.bench.Figure.Unit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Decoding all samples of a shard to RGB by one thread, beside the same images as they were. */
final class DecodeBench {
  private static final String NAME = "decode, one thread";
  private static final int PIXEL_BYTES = 256 << 20;

  private DecodeBench() {}

  static void run(BenchFiles files, Settings settings, Consumer<Figure> figures)
      throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(PIXEL_BYTES);
    try (PcrDataset dataset = PcrDataset.open(files.dataset());
        JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      Shard shard = dataset.shards().get(0);
      List<ByteBuffer> originals = originals(files, shard);
      for (int group = 1; group <= dataset.groupCount(); group++) {
        try (ShardReader reader = shard.read(Fidelity.group(group))) {
          Rounds turns =
              new Rounds()
                  .add("originals", () -> decodeOriginals(decoder, originals, pixels))
                  .add("samples", () -> decodeSamples(reader, pixels))
                  .run(settings.seconds());
          figures.accept(
              Figure.of(
                  NAME,
                  "group " + group,
                  Unit.IMAGES_PER_SECOND,
                  turns.rate("samples"),
                  "the original files",
                  turns.rate("originals")));
        }
      }
    }
  }

  private static List<ByteBuffer> originals(BenchFiles files, Shard shard) throws IOException {
    List<ByteBuffer> originals = new ArrayList<>();
    Path folder = files.work().resolve("images");
    try (ShardReader reader = shard.read(Fidelity.group(1))) {
      for (Sample sample : reader) {
        byte[] bytes = Files.readAllBytes(folder.resolve(sample.key()));
        originals.add(ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
      }
    }
    return originals;
  }

  private static double decodeOriginals(
      JpegDecoder decoder, List<ByteBuffer> originals, ByteBuffer pixels) throws IOException {
    for (ByteBuffer original : originals) {
      decoder.decode(original.duplicate(), DecodeOptions.rgb(), pixels.clear(), "an original");
    }
    return originals.size();
  }

  private static double decodeSamples(ShardReader reader, ByteBuffer pixels) throws IOException {
    double images = 0;
    for (Sample sample : reader) {
      sample.decodeRgb(pixels.clear());
      images++;
    }
    return images;
  }
}
