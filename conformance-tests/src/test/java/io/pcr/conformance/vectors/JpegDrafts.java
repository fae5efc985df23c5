package io.pcr.conformance.vectors;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.testkit.Pictures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Small JPEGs, and samples of them in three groups. */
final class JpegDrafts {
  static final int GROUPS = 3;
  private static final int QUALITY = 75;
  private static final int FLAGS = 0xC0 | 1 << 16;
  private static final int GREY = 1;
  private static final int YCBCR = 2;

  private JpegDrafts() {}

  static SampleDraft grey(String key, long seed) {
    return sample(key, seed, PixelFormat.GREY);
  }

  static SampleDraft colour(String key, long seed) {
    return sample(key, seed, PixelFormat.RGB);
  }

  /** A baseline JPEG. */
  static byte[] baseline(long seed, int width, int height, PixelFormat format) {
    return Pictures.jpeg(seed, width, height, format, EncodeOptions.quality(QUALITY));
  }

  private static SampleDraft sample(String key, long seed, PixelFormat format) {
    int width = 24;
    int height = 17;
    byte[] original = baseline(seed, width, height, format);
    List<byte[]> slices = new ArrayList<>();
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScriptDrafts.parsed(), TranscodeOptions.DEFAULT)) {
      Transcoded transcoded = transcoder.transcode(ByteBuffer.wrap(original), key);
      for (int group = 1; group <= GROUPS; group++) {
        slices.add(Frames.bytes(transcoded.slice(group)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SampleDraft(
        key,
        SampleDraft.NO_LABEL,
        SampleDraft.PROGRESSIVE_JPEG,
        format == PixelFormat.GREY ? GREY : YCBCR,
        width,
        height,
        FLAGS,
        ByteBuffer.wrap(original),
        slices);
  }
}
