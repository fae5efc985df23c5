package io.pcr.benchmarks.choice;

import io.pcr.benchmarks.choice.MeasuredImage.Point;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.format.Limits;
import io.pcr.format.script.ScanScripts;
import io.pcr.reader.internal.quality.MsSsim;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Transcodes images as a conversion does and measures the prefix of each group. For one thread. */
final class ImageMeasurement implements AutoCloseable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int FIRST_PIXELS = 1 << 20;

  private final JpegTranscoder transcoder;
  private final JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT);
  private final MsSsim metric = new MsSsim();
  private final int groups;
  private final int rounds;
  private ByteBuffer original = ByteBuffer.allocateDirect(FIRST_PIXELS);
  private ByteBuffer pixels = ByteBuffer.allocateDirect(FIRST_PIXELS);

  /**
   * @param rounds how often each thing is timed; the shortest time counts
   */
  ImageMeasurement(ScanTargets targets, int rounds) {
    this(new JpegTranscoder(targets, TranscodeOptions.DEFAULT), targets.groups(), rounds);
  }

  /** Of images that all get the same scans, for which nothing is predicted. */
  ImageMeasurement(ScanScripts scripts, int rounds) {
    this(new JpegTranscoder(scripts, TranscodeOptions.DEFAULT), scripts.groupCount(), rounds);
  }

  private ImageMeasurement(JpegTranscoder transcoder, int groups, int rounds) {
    this.transcoder = transcoder;
    this.groups = groups;
    this.rounds = rounds;
  }

  MeasuredImage measure(Path file) throws IOException {
    return measure(file.toString(), Files.readAllBytes(file));
  }

  MeasuredImage measure(String name, byte[] bytes) throws IOException {
    ByteBuffer jpeg = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    JpegInfo info = decoder.inspect(List.of(jpeg), name);
    DecodeOptions options = info.components() == 1 ? DecodeOptions.grey() : DecodeOptions.rgb();
    makeRoom(options.format(), info);
    long originalNanos = decodeNanos(jpeg, options, original, name);
    DecodedImage size = decoder.decode(jpeg, options, original.clear(), name);
    original.flip();
    long transcodeNanos = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      long start = THREADS.getCurrentThreadCpuTime();
      transcoder.transcode(jpeg, name);
      transcodeNanos = Math.min(transcodeNanos, THREADS.getCurrentThreadCpuTime() - start);
    }
    Transcoded made = transcoder.transcode(jpeg, name);
    List<Point> points = new ArrayList<>();
    for (int group = 1; group <= groups; group++) {
      int length = made.prefixLength(group);
      ByteBuffer prefix = made.jpeg().limit(length);
      long nanos = decodeNanos(prefix, options, pixels, name);
      double measured =
          metric.compare(original, pixels.flip(), size.width(), size.height(), options.format());
      double predicted = made.predicted().isEmpty() ? measured : made.predicted().get(group - 1);
      points.add(new Point(length, predicted, measured, nanos));
    }
    return new MeasuredImage(
        name, bytes.length, originalNanos, transcodeNanos, made.scanEnds().size(), points);
  }

  private void makeRoom(PixelFormat format, JpegInfo info) {
    int needed = Math.toIntExact(format.imageBytes(info.width(), info.height()));
    if (pixels.capacity() < needed) {
      pixels = ByteBuffer.allocateDirect(needed);
      original = ByteBuffer.allocateDirect(needed);
    }
  }

  /** Leaves the pixels in front of the buffer's position. */
  private long decodeNanos(ByteBuffer jpeg, DecodeOptions options, ByteBuffer to, String name)
      throws IOException {
    long shortest = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      long start = THREADS.getCurrentThreadCpuTime();
      decoder.decode(jpeg, options, to.clear(), name);
      shortest = Math.min(shortest, THREADS.getCurrentThreadCpuTime() - start);
    }
    return shortest;
  }

  @Override
  public void close() {
    transcoder.close();
    decoder.close();
  }
}
