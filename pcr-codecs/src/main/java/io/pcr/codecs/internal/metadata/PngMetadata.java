package io.pcr.codecs.internal.metadata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Metadata of a PNG: EXIF in eXIf, or as digits in the text that ImageMagick writes; XMP in iTXt;
 * the profile in iCCP. Stateless.
 */
public final class PngMetadata {
  private static final String XMP_KEYWORD = "XML:com.adobe.xmp";
  private static final String RAW_EXIF_KEYWORD = "Raw profile type exif";
  private static final String RAW_APP1_KEYWORD = "Raw profile type APP1";

  /** Once inflated. Profiles of printers are the largest, and have up to 3 MiB. */
  private static final int MAX_PROFILE = 4 << 20;

  /** Once inflated. In a JPEG such a block has to fit into 64 KiB. */
  private static final int MAX_TEXT = 1 << 20;

  private static final int MAX_KEYWORD = 79;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();
  private static final byte[] PROFILE_NAME = "icc\0\0".getBytes(ISO_8859_1);

  private PngMetadata() {}

  public static ImageMetadata read(ByteBuffer png) {
    Optional<ByteBuffer> exif = Optional.empty();
    Optional<ByteBuffer> rawExif = Optional.empty();
    Optional<ByteBuffer> xmp = Optional.empty();
    Optional<ByteBuffer> icc = Optional.empty();
    // The first of a kind counts, whole or not: what many of them would inflate to has no bound.
    PngChunks chunks = new PngChunks(png);
    while (chunks.next()) {
      switch (chunks.type()) {
        case PngChunks.EXIF -> exif = exif.or(() -> Optional.of(chunks.data()));
        case PngChunks.ICCP -> icc = icc.or(() -> profile(chunks.data()));
        case PngChunks.ITXT -> xmp = xmp.or(() -> packet(chunks.data()));
        case PngChunks.ZTXT, PngChunks.TEXT -> rawExif = rawExif.or(() -> rawExif(chunks));
        default -> {
          // Of no concern to how the image is shown.
        }
      }
    }
    return ImageMetadata.of(
        exif.orElse(rawExif.orElse(NOTHING)), xmp.orElse(NOTHING), icc.orElse(NOTHING));
  }

  /** The text up to the next zero, which is passed; empty when there is none near. */
  private static Optional<String> keyword(ByteBuffer data) {
    StringBuilder text = new StringBuilder();
    while (data.hasRemaining() && text.length() <= MAX_KEYWORD) {
      char c = (char) (data.get() & 0xff);
      if (c == 0) {
        return Optional.of(text.toString());
      }
      text.append(c);
    }
    return Optional.empty();
  }

  /** Name, zero, method 0, deflated profile. */
  private static Optional<ByteBuffer> profile(ByteBuffer data) {
    boolean isDeflated = keyword(data).isPresent() && data.hasRemaining() && data.get() == 0;
    return Optional.of(isDeflated ? BoundedInflate.of(data, MAX_PROFILE) : NOTHING);
  }

  /** Keyword, zero, compressed or not, method, language, zero, keyword translated, zero, text. */
  private static Optional<ByteBuffer> packet(ByteBuffer data) {
    if (!keyword(data).equals(Optional.of(XMP_KEYWORD)) || data.remaining() < 2) {
      return Optional.empty();
    }
    boolean isDeflated = data.get() == 1;
    data.get();
    Optional<String> language = keyword(data);
    Optional<String> translated = keyword(data);
    boolean isWhole = language.isPresent() && translated.isPresent();
    ByteBuffer text = isDeflated && isWhole ? BoundedInflate.of(data, MAX_TEXT) : data.slice();
    return Optional.of(isWhole ? text : NOTHING);
  }

  private static Optional<ByteBuffer> rawExif(PngChunks chunks) {
    ByteBuffer data = chunks.data();
    String keyword = keyword(data).orElse("");
    if (!keyword.equals(RAW_EXIF_KEYWORD) && !keyword.equals(RAW_APP1_KEYWORD)) {
      return Optional.empty();
    }
    if (chunks.type() == PngChunks.TEXT) {
      return Optional.of(RawProfile.exif(data));
    }
    boolean isDeflated = data.hasRemaining() && data.get() == 0;
    return Optional.of(RawProfile.exif(isDeflated ? BoundedInflate.of(data, MAX_TEXT) : NOTHING));
  }

  /** The PNG with the profile and the EXIF block behind its header; it has none of its own. */
  public static ByteBuffer write(ByteBuffer png, ImageMetadata metadata) {
    PngChunks header = new PngChunks(png);
    if (!header.next() || header.type() != PngChunks.IHDR) {
      throw new IllegalArgumentException("a PNG begins with IHDR");
    }
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    if (metadata.icc().hasRemaining()) {
      ByteArrayOutputStream profile = new ByteArrayOutputStream();
      profile.writeBytes(PROFILE_NAME);
      profile.writeBytes(deflated(metadata.icc()));
      chunks.writeBytes(chunk(PngChunks.ICCP, profile.toByteArray()));
    }
    if (metadata.exif().hasRemaining()) {
      chunks.writeBytes(chunk(PngChunks.EXIF, bytes(metadata.exif())));
    }
    ByteBuffer whole = ByteBuffer.allocateDirect(png.remaining() + chunks.size());
    whole.put(png.slice(png.position(), header.end())).put(chunks.toByteArray());
    return whole.put(png.slice().position(header.end())).flip();
  }

  private static byte[] deflated(ByteBuffer bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Deflater deflater = new Deflater();
    try (DeflaterOutputStream stream = new DeflaterOutputStream(out, deflater)) {
      stream.write(bytes(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    return out.toByteArray();
  }

  private static byte[] chunk(int type, byte[] data) {
    ByteBuffer chunk =
        ByteBuffer.allocate(PngChunks.HEADER_LENGTH + data.length + PngChunks.CRC_LENGTH);
    chunk.putInt(data.length).putInt(type).put(data);
    CRC32 crc = new CRC32();
    crc.update(chunk.array(), Integer.BYTES, Integer.BYTES + data.length);
    return chunk.putInt((int) crc.getValue()).array();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
