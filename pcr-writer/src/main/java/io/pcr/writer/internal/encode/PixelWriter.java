package io.pcr.writer.internal.encode;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.image.ImageFormat;
import io.pcr.codecs.internal.image.LosslessEncoder;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.writer.encode.EncodeSettings;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Codes pixels in the formats of a Liquid shard: JPEG at a quality, all others without loss, which
 * is proved by decoding and comparing.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
final class PixelWriter implements AutoCloseable {
  private final EncodeSettings settings;
  private final JpegEncoder jpeg;
  private ByteBuffer coded = ByteBuffer.allocateDirect(0);
  private ByteBuffer proof = ByteBuffer.allocateDirect(0);

  PixelWriter(EncodeSettings settings) {
    this.settings = settings;
    jpeg = new JpegEncoder(settings.limits());
  }

  /**
   * Codes an image.
   *
   * @param pixels in {@code info.naturalFormat()}
   * @param metadata that the file gets too, where its format has a place for it
   * @return the file, valid until the next call
   * @throws PcrException when the image is too large for the format, or its file for a shard; when
   *     the pixels do not come back from a format without loss
   */
  ByteBuffer encode(
      Encoding format, ByteBuffer pixels, ImageInfo info, ImageMetadata metadata, String name)
      throws PcrException {
    ByteBuffer file = encodeAnyLength(format, pixels, info, metadata, name);
    long most = settings.limits().sliceBytes();
    if (file.remaining() > most) {
      throw new PcrException.LimitExceeded(
          at(format, name), Limit.SLICE_BYTES, file.remaining(), most);
    }
    return file;
  }

  private ByteBuffer encodeAnyLength(
      Encoding format, ByteBuffer pixels, ImageInfo info, ImageMetadata metadata, String name)
      throws PcrException {
    if (format == Encoding.JPEG) {
      EncodeOptions options = EncodeOptions.quality(settings.encodeQuality());
      ByteBuffer file = jpeg.encode(pixels, info, options, name);
      return ImageCodecs.withMetadata(MediaType.JPEG, file, metadata);
    }
    ImageFormat kind = kind(format);
    LosslessEncoder encoder = kind.lossless().orElseThrow(() -> notOfLiquid(format));
    PixelFormat layout = info.naturalFormat();
    ByteBuffer out = room(encoder.maxLength(info.width(), info.height(), layout), format, name);
    encoder.encode(pixels, info.width(), info.height(), layout, out);
    ByteBuffer file = kind.withMetadata(out.flip(), metadata);
    return proved(kind.codec(settings.limits()), file, pixels, info, name);
  }

  private static ImageFormat kind(Encoding format) {
    return Optional.of(format)
        .filter(Encoding::isLiquid)
        .flatMap(Encoding::mediaType)
        .flatMap(ImageCodecs::format)
        .orElseThrow(() -> notOfLiquid(format));
  }

  private static IllegalArgumentException notOfLiquid(Encoding format) {
    return new IllegalArgumentException(format + " is not a format of Liquid shards");
  }

  private ByteBuffer proved(
      ImageCodec codec, ByteBuffer file, ByteBuffer pixels, ImageInfo info, String name)
      throws PcrException {
    PixelFormat layout = info.naturalFormat();
    int bytes = (int) info.bytes(layout);
    if (proof.capacity() < bytes) {
      proof = ByteBuffer.allocateDirect(bytes);
    }
    codec.decode(file, name, layout, proof.clear().limit(bytes));
    if (!proof.flip().equals(pixels.slice(pixels.position(), bytes))) {
      throw new PcrException.Unproved(
          new FieldLocation("pixels", 0, name),
          "a lossless format did not give the same pixels back");
    }
    return file;
  }

  private ByteBuffer room(long bytes, Encoding format, String name) throws PcrException {
    int most = Integer.MAX_VALUE - Long.BYTES;
    if (bytes > most) {
      throw new PcrException.LimitExceeded(at(format, name), Limit.BUFFER_BYTES, bytes, most);
    }
    if (coded.capacity() < bytes) {
      coded = ByteBuffer.allocateDirect((int) bytes);
    }
    return coded.clear().limit((int) bytes);
  }

  private static FieldLocation at(Encoding format, String name) {
    return new FieldLocation(format.name(), 0, name);
  }

  @Override
  public void close() {
    coded = ByteBuffer.allocate(0);
    proof = ByteBuffer.allocate(0);
    jpeg.close();
  }
}
