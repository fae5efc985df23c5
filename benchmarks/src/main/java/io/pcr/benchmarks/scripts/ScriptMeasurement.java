package io.pcr.benchmarks.scripts;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import io.pcr.reader.internal.quality.MsSsim;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Transcodes images with one script, without their markers, and measures each prefix: its bytes,
 * how close its pixels come to the original's, and the shortest processor time of several decodes.
 * Block smoothing is off.
 */
final class ScriptMeasurement implements AutoCloseable {
  private static final TranscodeOptions TRANSCODING =
      TranscodeOptions.DEFAULT.withMarkers(MarkerPolicy.NONE).withReproduce(false);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ScanScripts scripts;
  private final boolean byScan;
  private final boolean wholeOnly;
  private final int rounds;
  private final JpegTranscoder transcoder;
  private final JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT);
  private final MsSsim metric = new MsSsim();
  private ByteBuffer pixels = ByteBuffer.allocateDirect(1 << 20);

  /**
   * @param byScan each scan of a colour image is a point; otherwise each group
   * @param rounds how often each prefix is decoded
   */
  ScriptMeasurement(ScanScripts scripts, boolean byScan, int rounds) {
    this(scripts, byScan, false, rounds);
  }

  private ScriptMeasurement(ScanScripts scripts, boolean byScan, boolean wholeOnly, int rounds) {
    this.scripts = scripts;
    this.byScan = byScan;
    this.wholeOnly = wholeOnly;
    this.rounds = rounds;
    transcoder = new JpegTranscoder(scripts, TRANSCODING);
  }

  /** By group; takes the time of decoding all, and of no prefix. */
  static ScriptMeasurement ofTheWhole(ScanScripts scripts, int rounds) {
    return new ScriptMeasurement(scripts, false, true, rounds);
  }

  /** One curve of all images. */
  ScriptCurve curve(List<SourceImage> images) throws IOException {
    ScriptCurve curve = new ScriptCurve(points());
    for (SourceImage image : images) {
      measure(image, curve);
    }
    return curve;
  }

  /** One curve per parity of the images' positions: chosen on one, checked on the other. */
  List<ScriptCurve> run(List<SourceImage> images) throws IOException {
    List<ScriptCurve> curves = new ArrayList<>();
    for (int parity = 0; parity < 2; parity++) {
      curves.add(new ScriptCurve(points()));
    }
    for (int i = 0; i < images.size(); i++) {
      measure(images.get(i), curves.get(i % 2));
    }
    return curves;
  }

  /** What a point is called: its group, or its scan. */
  String pointName(int point) {
    return byScan ? naming().scans().get(point).toString() : String.valueOf(point + 1);
  }

  private int points() {
    return byScan ? naming().scans().size() : scripts.groupCount();
  }

  /** The one that names the points: of colour images where there is one. */
  private ScanScript naming() {
    return scripts
        .script(ColorClass.YCBCR)
        .orElseGet(() -> scripts.scripts().values().iterator().next());
  }

  private void measure(SourceImage image, ScriptCurve curve) throws IOException {
    if (pixels.capacity() < image.pixelBytes()) {
      pixels = ByteBuffer.allocateDirect(image.pixelBytes());
    }
    Transcoded transcoded = transcoder.transcode(image.jpeg(), image.name());
    curve.addOriginal(image.jpeg().remaining(), decodeNanos(image, image.jpeg(), rounds));
    CodedState state = new CodedState(transcoded.info().colorClass());
    int known = 0;
    for (int point = 0; point < curve.points(); point++) {
      int scans = scansThrough(transcoded.script(), point);
      for (Scan scan : transcoded.script().scans().subList(known, scans)) {
        state.add(scan);
      }
      known = scans;
      int length = transcoded.scanEnds().get(scans - 1);
      int times = times(image, state, point == curve.points() - 1);
      long nanos = decodeNanos(image, transcoded.jpeg().limit(length), times);
      double similarity = image.msSsim(state.key(), pixels.flip(), metric);
      curve.addPoint(point, length, similarity, nanos);
    }
  }

  /** How often to decode a prefix: not at all when neither its pixels nor its time are wanted. */
  private int times(SourceImage image, CodedState state, boolean whole) {
    if (whole || !wholeOnly) {
      return rounds;
    }
    return image.knows(state.key()) ? 0 : 1;
  }

  /** A script of fewer scans than there are points stays at its end. */
  private int scansThrough(ScanScript script, int point) {
    return byScan ? Math.min(point + 1, script.scans().size()) : script.scansThrough(point + 1);
  }

  /** Processor time of this thread, so that a busy machine does not spoil it. */
  private long decodeNanos(SourceImage image, ByteBuffer jpeg, int times) throws IOException {
    long shortest = times == 0 ? 0 : Long.MAX_VALUE;
    for (int round = 0; round < times; round++) {
      long start = THREADS.getCurrentThreadCpuTime();
      decoder.decode(jpeg, image.options(), pixels.clear(), image.name());
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
