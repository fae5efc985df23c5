package io.pcr.format.internal.jpeg;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads the marker structure of a JPEG file of any kind. It takes what decoders take (fill bytes,
 * junk between markers and before SOI, a missing EOI, a file cut after its first scan has begun)
 * and says so in the {@link JpegStructure}; everything else is a {@link PcrException}. Time is
 * linear in the bytes, memory in the number of segments, which is bounded. Instances serve one
 * scan; the static methods are thread-safe.
 */
public final class MarkerScanner {
  /** More segments than any real file has; each costs memory. */
  public static final int MAX_SEGMENTS = 16384;

  /** How far into the bytes SOI is looked for. */
  public static final int MAX_LEADING_JUNK = 64 << 10;

  private static final int LENGTH_FIELD = 2;
  private static final int RESTART_INTERVAL_LENGTH = 2;
  private static final int SHOWN_BYTES = 8;

  private final ByteBuffer bytes;
  private final int limit;
  private final String source;
  private final Limits limits;
  private final EntropyData entropy;
  private final List<Segment> segments = new ArrayList<>();
  private final List<Frame> frames = new ArrayList<>();
  private final List<JpegScan> scans = new ArrayList<>();
  private int at;
  private int restartInterval;
  private boolean ended;
  private boolean hasEoi;

  private MarkerScanner(ByteBuffer bytes, String source, Limits limits) {
    this.bytes = bytes.asReadOnlyBuffer().slice();
    this.limit = this.bytes.limit();
    this.source = source;
    this.limits = limits;
    this.entropy = new EntropyData(this.bytes);
  }

  /** Scans the bytes from position to limit with the default limits; neither changes. */
  public static JpegStructure scan(ByteBuffer bytes, String source) throws PcrException {
    return scan(bytes, source, Limits.DEFAULT);
  }

  /**
   * Scans the bytes from position to limit; neither changes.
   *
   * @throws PcrException.Corrupt when the bytes are not a JPEG file with a frame and a scan
   * @throws PcrException.Truncated when they end before the first scan's data
   * @throws PcrException.LimitExceeded when there are more scans than {@link Limits#inputScans} or
   *     more segments than {@link #MAX_SEGMENTS}
   */
  public static JpegStructure scan(ByteBuffer bytes, String source, Limits limits)
      throws PcrException {
    return new MarkerScanner(bytes, source, limits).scan();
  }

  private JpegStructure scan() throws PcrException {
    int start = beginsWithSoi() ? 0 : indexOfSoi(bytes, 0, Math.min(limit, MAX_LEADING_JUNK));
    if (start < 0) {
      byte[] first = new byte[Math.min(limit, SHOWN_BYTES)];
      bytes.get(0, first);
      throw corrupt("SOI", 0, HexFormat.of().formatHex(first), "ffd8ff in the first 65536 bytes");
    }
    add(new Segment(Marker.SOI, start, Marker.LENGTH, start + Marker.LENGTH));
    at = start + Marker.LENGTH;
    while (!ended && at < limit) {
      readSegment();
    }
    if (scans.isEmpty()) {
      throw new PcrException.Truncated(location("SOS", limit), 1, 0);
    }
    return new JpegStructure(source, bytes, start, segments, frames, scans, at, hasEoi);
  }

  /**
   * How many bytes stand in front of a JPEG file's start, or empty when it does not start within
   * the first {@link #MAX_LEADING_JUNK}. The position does not move.
   */
  public static OptionalInt leadingBytes(ByteBuffer file) {
    ByteBuffer bytes = file.slice();
    int start = indexOfSoi(bytes, 0, Math.min(bytes.limit(), MAX_LEADING_JUNK));
    return start < 0 ? OptionalInt.empty() : OptionalInt.of(start);
  }

  private boolean beginsWithSoi() {
    return limit >= Marker.LENGTH
        && bytes.get(0) == (byte) Marker.PREFIX
        && bytes.get(1) == (byte) Marker.SOI;
  }

  /** An SOI with the next marker's prefix behind it, as every JPEG file begins. */
  static int indexOfSoi(ByteBuffer bytes, int from, int to) {
    int last = to - Marker.LENGTH - 1;
    for (int i = EntropyData.indexOfPrefix(bytes, from);
        i <= last;
        i = EntropyData.indexOfPrefix(bytes, i + 1)) {
      if (bytes.get(i + 1) == (byte) Marker.SOI && bytes.get(i + 2) == (byte) Marker.PREFIX) {
        return i;
      }
    }
    return -1;
  }

  private void readSegment() throws PcrException {
    int code = at;
    while (code < limit && bytes.get(code) == (byte) Marker.PREFIX) {
      code++;
    }
    boolean prefixed = code > at;
    if (code == limit) {
      endWithoutEoi();
      return;
    }
    int marker = Byte.toUnsignedInt(bytes.get(code));
    if (!prefixed || marker == Marker.JUNK) {
      skipJunk(code + 1);
    } else if (Marker.isStandalone(marker)) {
      readStandalone(marker, code + 1);
    } else if (Marker.isReserved(marker)) {
      throw corrupt("marker", at, Marker.name(marker), "a marker that T.81 defines");
    } else {
      readWithLength(marker, code + 1);
    }
  }

  private void skipJunk(int from) throws PcrException {
    int prefix = EntropyData.indexOfPrefix(bytes, from);
    addJunk(prefix);
  }

  private void readStandalone(int marker, int end) throws PcrException {
    if (marker == Marker.SOI) {
      throw corrupt("SOI", at, "a second SOI before EOI", "one");
    }
    add(new Segment(marker, at, end - at, end));
    at = end;
    ended = marker == Marker.EOI;
    hasEoi = ended;
  }

  private void readWithLength(int marker, int lengthOffset) throws PcrException {
    int available = limit - lengthOffset;
    int length =
        available < LENGTH_FIELD ? LENGTH_FIELD : Short.toUnsignedInt(bytes.getShort(lengthOffset));
    if (length < LENGTH_FIELD) {
      throw corrupt(Marker.name(marker) + ".length", lengthOffset, length, "at least 2");
    }
    if (length > available) {
      if (scans.isEmpty()) {
        throw new PcrException.Truncated(
            location(Marker.name(marker), lengthOffset), length, available);
      }
      endWithoutEoi();
      return;
    }
    int end = lengthOffset + length;
    Segment segment = new Segment(marker, at, end - at, lengthOffset + LENGTH_FIELD);
    add(segment);
    at = end;
    ByteBuffer payload = bytes.slice(segment.payloadOffset(), segment.payloadLength());
    if (Marker.isFrame(marker)) {
      frames.add(Frame.decode(marker, payload, location(Marker.name(marker), segment.offset())));
    } else if (marker == Marker.DRI) {
      readRestartInterval(payload, segment);
    } else if (marker == Marker.SOS) {
      readScan(payload, segment);
    }
  }

  private void readRestartInterval(ByteBuffer payload, Segment segment) throws PcrException {
    if (payload.remaining() != RESTART_INTERVAL_LENGTH) {
      throw corrupt("DRI.length", segment.offset(), payload.remaining(), RESTART_INTERVAL_LENGTH);
    }
    restartInterval = Short.toUnsignedInt(payload.getShort());
  }

  private void readScan(ByteBuffer payload, Segment segment) throws PcrException {
    if (frames.isEmpty()) {
      throw corrupt("SOS", segment.offset(), "a scan before any frame header", "SOF first");
    }
    if (scans.size() == limits.inputScans()) {
      throw new PcrException.LimitExceeded(
          location("SOS", segment.offset()),
          Limit.INPUT_SCANS,
          scans.size() + 1L,
          limits.inputScans());
    }
    ScanHeader header = ScanHeader.decode(payload, location("SOS", segment.offset()));
    at = entropy.end(segment.end());
    int frame = frames.size() - 1;
    scans.add(new JpegScan(segment, header, frame, restartInterval, at, entropy.restartMarkers()));
  }

  /** What is left is not a whole marker segment: a file that was cut. */
  private void endWithoutEoi() throws PcrException {
    addJunk(limit);
    ended = true;
  }

  /**
   * Adjoining junk is one segment, so that stray bytes do not use up the segments. Junk that was
   * added last ends here.
   */
  private void addJunk(int end) throws PcrException {
    int last = segments.size() - 1;
    Segment before = segments.get(last);
    if (before.marker() == Marker.JUNK) {
      segments.set(
          last, new Segment(Marker.JUNK, before.offset(), end - before.offset(), before.offset()));
    } else {
      add(new Segment(Marker.JUNK, at, end - at, at));
    }
    at = end;
  }

  private void add(Segment segment) throws PcrException {
    if (segments.size() == MAX_SEGMENTS) {
      throw new PcrException.LimitExceeded(
          location("segments", segment.offset()),
          Limit.JPEG_SEGMENTS,
          MAX_SEGMENTS + 1L,
          MAX_SEGMENTS);
    }
    segments.add(segment);
  }

  private PcrException corrupt(String field, int offset, Object stored, Object computed) {
    return new PcrException.Corrupt(
        ErrorCode.IMAGE_CORRUPT, location(field, offset), stored, computed);
  }

  private FieldLocation location(String field, int offset) {
    return new FieldLocation("Jpeg." + field, offset, source);
  }
}
