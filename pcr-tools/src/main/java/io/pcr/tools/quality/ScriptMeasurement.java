package io.pcr.tools.quality;

import io.pcr.codecs.jpeg.JpegDecoder;
import io.pcr.codecs.jpeg.JpegTranscoder;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.codecs.jpeg.TranscodeOptions;
import io.pcr.codecs.jpeg.Transcoded;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
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
    this.scripts = scripts;
    this.byScan = byScan;
    this.rounds = rounds;
    transcoder = new JpegTranscoder(scripts, TRANSCODING);
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
    curve.addOriginal(image.jpeg().remaining(), decodeNanos(image, image.jpeg()));
    CodedState state = new CodedState(transcoded.info().colorClass());
    int known = 0;
    for (int point = 0; point < curve.points(); point++) {
      int scans = scansThrough(transcoded.script(), point);
      for (Scan scan : transcoded.script().scans().subList(known, scans)) {
        state.add(scan);
      }
      known = scans;
      int length = transcoded.scanEnds().get(scans - 1);
      long nanos = decodeNanos(image, transcoded.jpeg().limit(length));
      double similarity = image.msSsim(state.key(), pixels.flip(), metric);
      curve.addPoint(point, length, similarity, nanos);
    }
  }

  /** A script of fewer scans than there are points stays at its end. */
  private int scansThrough(ScanScript script, int point) {
    return byScan ? Math.min(point + 1, script.scans().size()) : script.scansThrough(point + 1);
  }

  /** Processor time of this thread, so that a busy machine does not spoil it. */
  private long decodeNanos(SourceImage image, ByteBuffer jpeg) throws IOException {
    long shortest = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
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
