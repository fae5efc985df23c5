package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What is worth knowing of a JPEG once it was transcoded or decoded. */
final class JpegFlags {
  private static final int SOF_MASK = 0xff;
  private static final byte[] EXIF = "Exif\0".getBytes(StandardCharsets.US_ASCII);

  private JpegFlags() {}

  static SourceFlags of(ByteBuffer source, Transcoded transcoded) {
    return of(source, transcoded.info(), !transcoded.warnings().isEmpty());
  }

  static SourceFlags of(ByteBuffer source, JpegInfo info, boolean damaged) {
    SourceFlags flags =
        SourceFlags.NONE.withSof(info.frameMarker() & SOF_MASK).withOrientation(info.orientation());
    flags = with(flags, Fact.JFIF, info.jfif());
    flags = with(flags, Fact.ADOBE, info.hasAdobe());
    flags = with(flags, Fact.ICC, info.iccProfile().hasRemaining());
    flags = with(flags, Fact.EXIF, hasExif(source));
    flags = with(flags, Fact.RESTART, info.restartInterval() > 0);
    flags = with(flags, Fact.MULTI_SCAN, info.scans() > 1);
    flags = with(flags, Fact.TRAILING_BYTES, info.end() < source.remaining());
    flags = with(flags, Fact.NO_EOI, !info.hasEnd());
    return with(flags, Fact.DAMAGED, damaged);
  }

  private static SourceFlags with(SourceFlags flags, Fact fact, boolean holds) {
    return holds ? flags.with(fact) : flags;
  }

  private static boolean hasExif(ByteBuffer source) {
    JpegHeaderSegments segments = new JpegHeaderSegments(source);
    while (segments.next()) {
      ByteBuffer payload = segments.payload();
      if (segments.marker() == JpegHeaderSegments.APP1
          && payload.remaining() >= EXIF.length
          && payload.slice(0, EXIF.length).equals(ByteBuffer.wrap(EXIF))) {
        return true;
      }
    }
    return false;
  }
}
