package io.pcr.benchmarks.choice;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.EncodeOptions.Subsampling;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.format.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Cuts out of pictures what their prefixes show worst, beside the same of the whole. */
final class WorstPictures {
  private static final int CHANNELS = 3;
  private static final int SIDE = 96;
  private static final int STRIDE = 8;
  private static final int GAP = 4;
  private static final int QUALITY = 88;

  private final MadePicture kind;
  private final ScanTargets targets;

  WorstPictures(MadePicture kind, ScanTargets targets) {
    this.kind = kind;
    this.targets = targets;
  }

  private record Pixels(int width, int height, ByteBuffer rgb) {
    int at(int x, int y, int channel) {
      return Byte.toUnsignedInt(rgb.get(CHANNELS * (y * width + x) + channel));
    }
  }

  /** A JPEG with two cuts for each seed: of the whole, and of the prefix of its group. */
  byte[] paint(List<Integer> seeds, List<Integer> groups) throws IOException {
    int width = 2 * seeds.size() * (SIDE + GAP) - GAP;
    ByteBuffer page = ByteBuffer.allocateDirect(CHANNELS * width * SIDE);
    while (page.hasRemaining()) {
      page.put((byte) 0xFF);
    }
    for (int i = 0; i < seeds.size(); i++) {
      Pixels whole = decode(seeds.get(i), targets.groups());
      Pixels prefix = decode(seeds.get(i), groups.get(i) + 1);
      int[] corner = worstCorner(whole, prefix);
      copy(whole, corner, page, width, 2 * i * (SIDE + GAP));
      copy(prefix, corner, page, width, (2 * i + 1) * (SIDE + GAP));
    }
    EncodeOptions options = EncodeOptions.quality(QUALITY).withSubsampling(Subsampling.NONE);
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      ImageInfo info = new ImageInfo(width, SIDE, CHANNELS);
      ByteBuffer made = encoder.encode(page.flip(), info, options.withOptimize(true), "worst");
      byte[] bytes = new byte[made.remaining()];
      made.get(bytes);
      return bytes;
    }
  }

  private Pixels decode(int seed, int group) throws IOException {
    String name = kind + " " + seed;
    try (JpegTranscoder transcoder = new JpegTranscoder(targets, TranscodeOptions.DEFAULT);
        JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      Transcoded made = transcoder.transcode(ByteBuffer.wrap(kind.jpeg(seed)), name);
      ByteBuffer prefix = made.jpeg().limit(made.prefixLength(group));
      int bytes =
          Math.toIntExact(PixelFormat.RGB.imageBytes(made.info().width(), made.info().height()));
      ByteBuffer rgb = ByteBuffer.allocateDirect(bytes);
      DecodedImage image = decoder.decode(prefix, DecodeOptions.rgb(), rgb, name);
      return new Pixels(image.width(), image.height(), rgb.flip());
    }
  }

  private static int[] worstCorner(Pixels whole, Pixels prefix) {
    int[] corner = {0, 0};
    long most = -1;
    for (int y = 0; y + SIDE <= whole.height(); y += STRIDE) {
      for (int x = 0; x + SIDE <= whole.width(); x += STRIDE) {
        long error = error(whole, prefix, x, y);
        if (error > most) {
          most = error;
          corner = new int[] {x, y};
        }
      }
    }
    return corner;
  }

  private static long error(Pixels whole, Pixels prefix, int left, int top) {
    long sum = 0;
    for (int y = top; y < top + SIDE; y++) {
      for (int x = left; x < left + SIDE; x++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
          int difference = whole.at(x, y, channel) - prefix.at(x, y, channel);
          sum += (long) difference * difference;
        }
      }
    }
    return sum;
  }

  private static void copy(Pixels from, int[] corner, ByteBuffer page, int width, int left) {
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        for (int channel = 0; channel < CHANNELS; channel++) {
          byte value = (byte) from.at(corner[0] + x, corner[1] + y, channel);
          page.put(CHANNELS * (y * width + left + x) + channel, value);
        }
      }
    }
  }
}
