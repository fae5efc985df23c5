package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegArguments.Encode;
import io.pcr.codecs.internal.jpeg.JpegSurgery.Found;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JPEG files for tests, each made on the spot: every kind that an importer meets, the sound ones
 * first. The same arguments give the same bytes.
 */
public final class JpegFixtures {
  /** libjpeg's largest width and height. */
  public static final int LARGEST_SIDE = 65_500;

  /** The most scans that a legal progressive grey file can have: DC, and 63 times bits 10 to 0. */
  public static final int BOMB_SCANS = 694;

  /** Of the photograph in all files that do not name another. */
  public static final long SEED = 20_260;

  private static final int PRECISION_AT = 4;
  private static final int HEIGHT_AT = 5;
  private static final int WIDTH_AT = 7;

  private JpegFixtures() {}

  // Sound files, all of which can be transcoded and given back.

  /** 4:2:0, standard tables, JFIF. */
  public static byte[] baseline(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height).subsampled(2, 2).encode();
  }

  /** Another picture than that of the other seeds. */
  public static byte[] baseline(long seed, int width, int height) {
    return FixtureEncoder.colour(seed, width, height).subsampled(2, 2).encode();
  }

  public static byte[] baseline444(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height).encode();
  }

  public static byte[] subsampled(int width, int height, int horizontal, int vertical) {
    return FixtureEncoder.colour(SEED, width, height).subsampled(horizontal, vertical).encode();
  }

  public static byte[] optimized(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height)
        .subsampled(2, 2)
        .set(Encode.OPTIMIZE)
        .encode();
  }

  public static byte[] grey(int width, int height) {
    return FixtureEncoder.grey(SEED, width, height).encode();
  }

  /** One shade, so next to no entropy-coded data. */
  public static byte[] flatGrey(int width, int height) {
    return FixtureEncoder.flatGrey(width, height).encode();
  }

  public static byte[] progressive(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height)
        .subsampled(2, 2)
        .set(Encode.PROGRESSIVE)
        .encode();
  }

  public static byte[] restartIntervals(int width, int height, int interval) {
    return FixtureEncoder.colour(SEED, width, height)
        .subsampled(2, 2)
        .set(Encode.RESTART_INTERVAL, interval)
        .encode();
  }

  public static byte[] progressiveWithRestartIntervals(int width, int height, int interval) {
    return FixtureEncoder.colour(SEED, width, height)
        .subsampled(2, 2)
        .set(Encode.PROGRESSIVE)
        .set(Encode.RESTART_INTERVAL, interval)
        .encode();
  }

  /** Three components with the ids R, G, B and neither JFIF nor Adobe marker. */
  public static byte[] rgbIds(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height)
        .codedAs(JpegColorSpace.RGB)
        .set(Encode.NO_ADOBE)
        .encode();
  }

  /** RGB by an Adobe marker with transform 0. */
  public static byte[] rgbAdobe(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height).codedAs(JpegColorSpace.RGB).encode();
  }

  /** YCbCr with neither JFIF nor Adobe marker. */
  public static byte[] bareYcbcr(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height).subsampled(2, 2).set(Encode.NO_JFIF).encode();
  }

  public static byte[] cmyk(int width, int height, boolean adobe) {
    return FixtureEncoder.fourInks(SEED, width, height)
        .set(Encode.NO_ADOBE, adobe ? 0 : 1)
        .encode();
  }

  /** A picture in four inks, other than that of all fixtures. */
  public static byte[] inks(long seed, int width, int height, boolean ycck) {
    FixtureEncoder encoder = FixtureEncoder.fourInks(seed, width, height);
    return (ycck ? encoder.codedAs(JpegColorSpace.YCCK).subsampled(2, 2) : encoder).encode();
  }

  public static byte[] ycck(int width, int height, boolean adobe) {
    return FixtureEncoder.fourInks(SEED, width, height)
        .codedAs(JpegColorSpace.YCCK)
        .subsampled(2, 2)
        .set(Encode.NO_ADOBE, adobe ? 0 : 1)
        .encode();
  }

  /** One colour, given as it is stored. */
  public static byte[] flatInks(int[] inks, boolean ycck, boolean adobe) {
    return FixtureEncoder.flatInks(inks, 16, 16)
        .codedAs(ycck ? JpegColorSpace.YCCK : JpegColorSpace.CMYK)
        .set(Encode.QUALITY, 100)
        .set(Encode.NO_ADOBE, adobe ? 0 : 1)
        .encode();
  }

  public static byte[] arithmetic(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height)
        .subsampled(2, 2)
        .set(Encode.ARITHMETIC)
        .encode();
  }

  public static byte[] arithmeticProgressive(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height)
        .subsampled(2, 2)
        .set(Encode.ARITHMETIC)
        .set(Encode.PROGRESSIVE)
        .encode();
  }

  /** One sequential scan for each component, standard tables. */
  public static byte[] nonInterleaved(int width, int height) {
    return nonInterleavedEncoder(width, height).encode();
  }

  /** The same with Huffman table 1 defined again for the third scan. */
  public static byte[] tablesRedefinedBetweenScans(int width, int height) {
    return nonInterleavedEncoder(width, height).set(Encode.OPTIMIZE).encode();
  }

  /** Non-interleaved with restart intervals from the second scan on only. */
  public static byte[] restartIntervalFromSecondScan(int width, int height, int interval) {
    byte[] plain = nonInterleaved(width, height);
    byte[] restarts =
        nonInterleavedEncoder(width, height).set(Encode.RESTART_INTERVAL, interval).encode();
    byte[] dri = JpegSurgery.segment(JpegSurgery.DRI, new byte[] {0, (byte) interval});
    byte[] firstScan = Arrays.copyOf(plain, scan(plain, 1).offset());
    byte[] others = Arrays.copyOfRange(restarts, scan(restarts, 1).offset(), restarts.length);
    return JpegSurgery.concat(firstScan, dri, others);
  }

  /** Legal as its scans stand, but with 18 blocks an MCU where a scan of all may have 10. */
  public static byte[] tooManyBlocksToInterleave(int width, int height) {
    return nonInterleavedEncoder(width, height).subsampled(4, 4).encode();
  }

  /** Quantisation steps above 255. */
  public static byte[] sixteenBitTables(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height)
        .subsampled(2, 2)
        .set(Encode.QUALITY, 1)
        .set(Encode.FULL_RANGE_TABLES)
        .encode();
  }

  public static byte[] onePixel() {
    return baseline(1, 1);
  }

  public static byte[] widest() {
    return FixtureEncoder.grey(SEED, LARGEST_SIDE, 1).encode();
  }

  /** Each marker preceded by fill bytes. */
  public static byte[] fillBytes(int width, int height) {
    byte[] jpeg = baseline(width, height);
    List<Found> markers = new ArrayList<>(JpegSurgery.markers(jpeg));
    byte[] fill = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF};
    for (int i = markers.size() - 1; i > 0; i--) {
      jpeg = JpegSurgery.insert(jpeg, markers.get(i).offset(), fill);
    }
    return jpeg;
  }

  public static byte[] bytesAfterEnd(int width, int height) {
    byte[] tail = "bytes that nobody reads".getBytes(StandardCharsets.US_ASCII);
    return JpegSurgery.concat(baseline(width, height), tail);
  }

  /** A second image behind the first, as MPF cameras write it. */
  public static byte[] secondImage(int width, int height) {
    return JpegSurgery.concat(baseline(width, height), grey(width, height));
  }

  /** Markers of the largest size, more of them than the image has bytes. */
  public static byte[] bigMarkers(int width, int height, int count) {
    byte[][] segments = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] payload = new byte[65_533];
      Arrays.fill(payload, (byte) ('a' + i % 26));
      segments[i] = JpegSurgery.segment(0xE5, payload);
    }
    return JpegSurgery.insert(baseline(width, height), 2, JpegSurgery.concat(segments));
  }

  /** An ICC profile of this size in as few chunks as it takes, the last chunk first. */
  public static byte[] iccProfile(int width, int height, int profileBytes) {
    byte[] segments = MetadataSegments.icc(profile(profileBytes));
    return afterJfif(baseline(width, height), segments);
  }

  /** The profile that {@link #iccProfile} embeds. */
  public static byte[] profile(int bytes) {
    byte[] profile = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      profile[i] = (byte) (i * 31 + (i >> 8));
    }
    return profile;
  }

  /** EXIF with a few tags, little- or big-endian. */
  public static byte[] orientation(int width, int height, int orientation, boolean bigEndian) {
    return afterJfif(
        baseline(width, height),
        JpegSurgery.segment(JpegSurgery.APP1, MetadataSegments.exif(orientation, bigEndian)));
  }

  public static byte[] comments(int width, int height) {
    byte[] text = "a comment".getBytes(StandardCharsets.US_ASCII);
    byte[] one = JpegSurgery.segment(JpegSurgery.COM, text);
    byte[] empty = JpegSurgery.segment(JpegSurgery.COM);
    return afterJfif(baseline(width, height), JpegSurgery.concat(one, empty));
  }

  /** Component ids that need not be unique, whatever is coded how. */
  public static byte[] withIds(byte[] jpeg, int... ids) {
    return JpegSurgery.withIds(jpeg, ids);
  }

  /**
   * RGB by its ids, with a JFIF marker behind the first scan, where it no longer says what the
   * components mean.
   */
  public static byte[] jfifBehindFirstScan(int width, int height) {
    byte[] jpeg =
        FixtureEncoder.colour(SEED, width, height)
            .codedAs(JpegColorSpace.RGB)
            .set(Encode.NO_ADOBE)
            .oneScanEachComponent()
            .encode();
    byte[] jfif = baseline(8, 8);
    Found marker = JpegSurgery.find(jfif, JpegSurgery.APP0);
    byte[] segment = Arrays.copyOfRange(jfif, marker.offset(), marker.end());
    return JpegSurgery.insert(jpeg, behindScan(jpeg, 0), segment);
  }

  /** Where the data of a scan end, at the marker that follows. */
  private static int behindScan(byte[] jpeg, int index) {
    int scan = scan(jpeg, index).offset();
    return JpegSurgery.markers(jpeg).stream()
        .mapToInt(Found::offset)
        .filter(offset -> offset > scan)
        .findFirst()
        .orElseThrow();
  }

  // Damaged files that libjpeg reads with a warning.

  public static byte[] missingEnd(int width, int height) {
    byte[] jpeg = baseline(width, height);
    return Arrays.copyOf(jpeg, jpeg.length - 2);
  }

  /** The first {@code percent} of a file. */
  public static byte[] truncated(byte[] jpeg, int percent) {
    return Arrays.copyOf(jpeg, (int) ((long) jpeg.length * percent / 100));
  }

  // Files that are refused.

  public static byte[] junkBeforeStart(int width, int height) {
    return JpegSurgery.concat(new byte[] {'\r', '\n'}, baseline(width, height));
  }

  public static byte[] twelveBit(int width, int height) {
    byte[] jpeg = FixtureEncoder.grey(SEED, width, height).encode();
    Found frame = JpegSurgery.frame(jpeg);
    jpeg = JpegSurgery.with(jpeg, frame.offset() + PRECISION_AT, 12);
    return JpegSurgery.with(jpeg, frame.offset() + 1, 0xC1);
  }

  public static byte[] lossless(int width, int height) {
    byte[] jpeg = grey(width, height);
    return JpegSurgery.with(jpeg, JpegSurgery.frame(jpeg).offset() + 1, 0xC3);
  }

  /** Height 0, to be told by a DNL marker behind the first scan. */
  public static byte[] heightInDnl(int width, int height) {
    byte[] jpeg = grey(width, height);
    byte[] dnl = JpegSurgery.segment(0xDC, new byte[] {(byte) (height >> 8), (byte) height});
    jpeg = JpegSurgery.insert(jpeg, jpeg.length - 2, dnl);
    int at = JpegSurgery.frame(jpeg).offset() + HEIGHT_AT;
    return JpegSurgery.with(JpegSurgery.with(jpeg, at, 0), at + 1, 0);
  }

  /** A header that says one column more than libjpeg takes. */
  public static byte[] tooWide() {
    byte[] jpeg = grey(16, 16);
    int at = JpegSurgery.frame(jpeg).offset() + WIDTH_AT;
    int width = LARGEST_SIDE + 1;
    return JpegSurgery.with(JpegSurgery.with(jpeg, at, width >> 8), at + 1, width & 0xFF);
  }

  /** A small file whose header says 65,500 x 65,500. */
  public static byte[] pixelBomb() {
    byte[] jpeg = grey(16, 16);
    int at = JpegSurgery.frame(jpeg).offset() + HEIGHT_AT;
    for (int i = 0; i < 2; i++) {
      jpeg = JpegSurgery.with(jpeg, at + 2 * i, LARGEST_SIDE >> 8);
      jpeg = JpegSurgery.with(jpeg, at + 2 * i + 1, LARGEST_SIDE & 0xFF);
    }
    return jpeg;
  }

  /** Legal, and slow to decode: one scan for each bit of each coefficient. */
  public static byte[] scanBomb(int width, int height) {
    int[][] scans = new int[BOMB_SCANS][];
    scans[0] = FixtureEncoder.scan(0, 0, 0, 0, 0);
    int at = 1;
    for (int k = 1; k < 64; k++) {
      for (int al = 10; al >= 0; al--) {
        scans[at++] = FixtureEncoder.scan(0, k, k, al == 10 ? 0 : al + 1, al);
      }
    }
    return FixtureEncoder.grey(SEED, width, height).scans(scans).encode();
  }

  /** Decodes, to brightness that no pixel has; no scan of ours has codes for such differences. */
  public static byte[] coefficientsOutOfRange() {
    return HandMadeJpeg.growingBrightness(64, 64);
  }

  /** Legal, small, and slow: each scan of some 60 bytes walks through a million blocks. */
  public static byte[] endOfBandRunBomb() {
    return HandMadeJpeg.endOfBandRuns(8000, 8000, 500);
  }

  /** All that must transcode without loss and come back byte for byte, by name. */
  public static Map<String, byte[]> sound() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    all.put("baseline 4:2:0", baseline(123, 77));
    all.put("baseline 4:4:4", baseline444(64, 40));
    all.put("baseline 4:2:2", subsampled(93, 51, 2, 1));
    all.put("baseline 4:4:0", subsampled(93, 51, 1, 2));
    all.put("baseline 4:1:1", subsampled(93, 51, 4, 1));
    all.put("optimized", optimized(100, 75));
    all.put("grey", grey(99, 65));
    all.put("progressive", progressive(120, 90));
    all.put("restart intervals", restartIntervals(130, 70, 3));
    all.put("progressive with restart intervals", progressiveWithRestartIntervals(80, 60, 7));
    all.put("RGB by ids", rgbIds(60, 50));
    all.put("RGB by Adobe marker", rgbAdobe(60, 50));
    all.put("YCbCr without markers", bareYcbcr(60, 50));
    all.put("CMYK with Adobe marker", cmyk(70, 40, true));
    all.put("CMYK without Adobe marker", cmyk(70, 40, false));
    all.put("YCCK with Adobe marker", ycck(70, 40, true));
    all.put("four components 1 2 3 4 without Adobe marker", ycck(70, 40, false));
    all.put("arithmetic", arithmetic(90, 70));
    all.put("arithmetic progressive", arithmeticProgressive(90, 70));
    all.put("non-interleaved", nonInterleaved(90, 70));
    all.put("tables redefined between scans", tablesRedefinedBetweenScans(90, 70));
    all.put("restart interval from the second scan", restartIntervalFromSecondScan(90, 70, 4));
    all.put("16-bit tables", sixteenBitTables(90, 70));
    all.put("one pixel", onePixel());
    all.put("widest", widest());
    all.put("fill bytes", fillBytes(90, 70));
    all.put("bytes after the end", bytesAfterEnd(90, 70));
    all.put("second image", secondImage(90, 70));
    all.put("missing end", missingEnd(90, 70));
    all.put("big markers", bigMarkers(50, 50, 4));
    all.put("ICC profile in three chunks", iccProfile(50, 50, 150_000));
    all.put("small ICC profile", iccProfile(50, 50, 500));
    all.put("orientation", orientation(50, 40, 6, true));
    all.put("comments", comments(50, 40));
    all.put("ids 1 1 1", withIds(baseline(90, 70), 1, 1, 1));
    all.put("ids 1 2 2 with restart intervals", withIds(restartIntervals(90, 70, 5), 1, 2, 2));
    all.put("ids 0 0 0 without markers", withIds(bareYcbcr(60, 50), 0, 0, 0));
    all.put("ids 1 3 3 by Adobe marker", withIds(rgbAdobe(60, 50), 1, 3, 3));
    all.put("ids 1 1 2 2", withIds(cmyk(70, 40, true), 1, 1, 2, 2));
    all.put("ids 0 0 0 0 without markers", withIds(ycck(70, 40, false), 0, 0, 0, 0));
    all.put("arithmetic, ids 1 1 1", withIds(arithmetic(90, 70), 1, 1, 1));
    all.put("JFIF marker behind the first scan", jfifBehindFirstScan(60, 50));
    return all;
  }

  /** All that no call may accept, by name. */
  public static Map<String, byte[]> refused() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    all.put("no bytes", new byte[0]);
    all.put("junk before the start", junkBeforeStart(40, 40));
    all.put("12-bit", twelveBit(40, 40));
    all.put("lossless", lossless(40, 40));
    all.put("height in DNL", heightInDnl(40, 40));
    all.put("too wide", tooWide());
    all.put("too many pixels", pixelBomb());
    all.put("scan bomb", scanBomb(64, 64));
    all.put("end-of-band run bomb", endOfBandRunBomb());
    all.put("PNG", new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13});
    all.put("header only", Arrays.copyOf(baseline(40, 40), 100));
    return all;
  }

  private static FixtureEncoder nonInterleavedEncoder(int width, int height) {
    return FixtureEncoder.colour(SEED, width, height).subsampled(2, 2).oneScanEachComponent();
  }

  private static Found scan(byte[] jpeg, int index) {
    return JpegSurgery.markers(jpeg).stream()
        .filter(m -> m.marker() == JpegSurgery.SOS)
        .skip(index)
        .findFirst()
        .orElseThrow();
  }

  private static byte[] afterJfif(byte[] jpeg, byte[] segments) {
    return JpegSurgery.insert(jpeg, JpegSurgery.find(jpeg, JpegSurgery.APP0).end(), segments);
  }
}
