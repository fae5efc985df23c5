package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegArguments;
import io.pcr.codecs.internal.JpegReport;
import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.codecs.internal.JpegSession;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.format.ColorClass;
import io.pcr.format.error.PcrException;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes any JPEG that libjpeg-turbo reads progressive, with a given scan script or with scans
 * chosen for it, and Huffman tables made to measure. Coefficients, quantisation tables and what the
 * components mean are unchanged: what was made is read back by the code that readers use, and
 * compared, before it is handed out. Components whose ids are not unique get others.
 *
 * <p>For one thread: use by two at once is rejected with an IllegalStateException, use after close
 * with an AlreadyClosedException. Whoever makes one closes it; closing twice is fine.
 */
public final class JpegTranscoder implements AutoCloseable {
  private static final int SCRIPT_ENTRY = 9;

  private final Optional<ScanTargets> targets;
  private final Map<ColorClass, ScanScript> scripts = new EnumMap<>(ColorClass.class);
  private final TranscodeOptions options;
  private final JpegSession session;

  /** One that gives all images of a colour class the same scans. */
  public JpegTranscoder(ScanScripts scripts, TranscodeOptions options) {
    this(Optional.empty(), options);
    this.scripts.putAll(scripts.scripts());
    scripts
        .scripts()
        .forEach(
            (colorClass, script) ->
                session.setScript(colorClass.id(), numbers(script), script.scans().size()));
  }

  /** One that chooses the scans of each image by itself, from its coefficients. */
  public JpegTranscoder(ScanTargets targets, TranscodeOptions options) {
    this(Optional.of(targets), options);
  }

  private JpegTranscoder(Optional<ScanTargets> targets, TranscodeOptions options) {
    this.targets = targets;
    this.options = options;
    session = new JpegSession(options.limits());
  }

  /**
   * Transcodes one image.
   *
   * @param source its bytes from position to limit, direct (read in place) or heap (copied); stays
   *     as it is
   * @param name of the input, for errors
   * @return whose {@code jpeg} is valid until the next call
   * @throws PcrException when libjpeg does not take the image, when a limit refuses it, when its
   *     colour class has no script, or when the result does not read back as the source ({@link
   *     PcrException.Unproved})
   */
  public Transcoded transcode(ByteBuffer source, String name) throws PcrException {
    return session.transcode(source, arguments(), name, this::answer);
  }

  /** An image whose slopes are looked for. Nothing is written. */
  ExaminedImage examine(ByteBuffer source, String name) throws PcrException {
    return session.examine(
        source,
        arguments(),
        name,
        () -> {
          ByteBuffer found = session.outputView();
          byte[] copy = new byte[found.remaining()];
          found.get(copy);
          return new ExaminedImage(copy);
        });
  }

  private JpegArguments arguments() {
    JpegArguments arguments =
        JpegArguments.forTranscode()
            .set(JpegArguments.Transcode.MARKER_POLICY, options.markers().nativeValue())
            .set(JpegArguments.Transcode.ESSENTIAL_ICC, options.essentialIccBytes())
            .set(JpegArguments.Transcode.REPRODUCE, options.reproduce());
    targets.ifPresent(
        chosen ->
            arguments
                .set(JpegArguments.Transcode.WAY, chosen.way().nativeValue())
                .set(JpegArguments.Transcode.PREFERENCE, chosen.preference().nativeValue())
                .set(
                    JpegArguments.Transcode.MIDPOINT,
                    chosen.reconstruction() == Reconstruction.MIDPOINT)
                .set(JpegArguments.Transcode.SHORTER_SIDE, chosen.at().resize())
                .setAims(chosen.aims()));
    return arguments;
  }

  @Override
  public void close() {
    session.close();
  }

  private Transcoded answer() {
    JpegReport report = session.report();
    JpegInfo info = JpegInfo.of(session);
    long[] losses = new long[targets.map(ScanTargets::groups).orElse(0)];
    ScanScript script =
        targets.isPresent()
            ? ChosenScans.read(session, info.colorClass(), losses)
            : scripts.get(info.colorClass());
    return new Transcoded(
        session.outputView(),
        script,
        scanEnds(report),
        ChosenScans.qualities(losses),
        info,
        reproduction(report),
        report.warnings());
  }

  private static List<Integer> scanEnds(JpegReport report) {
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < report.getInt(Slot.SCAN_COUNT); i++) {
      ends.add(report.scanEnd(i));
    }
    return ends;
  }

  private static Reproduction reproduction(JpegReport report) {
    List<Reproduction.Range> ranges = new ArrayList<>();
    for (int i = 0; i < report.getInt(Slot.ENTROPY_COUNT); i++) {
      ranges.add(new Reproduction.Range(report.entropyStart(i), report.entropyEnd(i)));
    }
    Reproduction.Outcome outcome = outcome(report.getInt(Slot.REPRODUCTION));
    return new Reproduction(outcome, report.getInt(Slot.MISMATCH_OFFSET), ranges);
  }

  private static Reproduction.Outcome outcome(int nativeValue) {
    return switch (nativeValue) {
      case 1 -> Reproduction.Outcome.EXACT;
      case 2 -> Reproduction.Outcome.DIFFERENT;
      case 3 -> Reproduction.Outcome.NOT_REPRODUCIBLE;
      default -> Reproduction.Outcome.NOT_TRIED;
    };
  }

  /** {@code [count, c0..c3, Ss, Se, Ah, Al]} for each scan. */
  private static int[] numbers(ScanScript script) {
    int[] numbers = new int[SCRIPT_ENTRY * script.scans().size()];
    int at = 0;
    for (Scan scan : script.scans()) {
      int[] components = new int[Scan.MAX_COMPONENTS];
      Arrays.setAll(components, i -> i < scan.components().size() ? scan.components().get(i) : 0);
      numbers[at++] = scan.components().size();
      for (int component : components) {
        numbers[at++] = component;
      }
      numbers[at++] = scan.ss();
      numbers[at++] = scan.se();
      numbers[at++] = scan.ah();
      numbers[at++] = scan.al();
    }
    return numbers;
  }
}
