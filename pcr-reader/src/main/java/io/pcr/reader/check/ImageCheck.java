package io.pcr.reader.check;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.raw.RawImage;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Decodes images, and compares what comes out with what the metadata says of them. For one thread;
 * whoever makes one closes it.
 */
final class ImageCheck implements AutoCloseable {
  private final ShardMetadata metadata;
  private final Limits limits;
  private final ImageCodecs codecs;
  private final JpegDecoder ofScans;
  private final JpegDecoder ofWhole;
  private ByteBuffer pixels = ByteBuffer.allocateDirect(1 << 22);

  ImageCheck(ShardMetadata metadata, Limits limits) {
    this.metadata = metadata;
    this.limits = limits;
    codecs = ImageCodecs.of(limits);
    ofScans = JpegDecoder.ofScans(limits);
    ofWhole = new JpegDecoder(limits);
  }

  /**
   * Checks a JPEG, which must decode without a warning.
   *
   * @param origin where its first slice is
   */
  void checkJpeg(int sample, ByteBuffer jpeg, Origin origin) throws PcrException {
    boolean inScans = metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG;
    JpegDecoder decoder = inScans ? ofScans : ofWhole;
    JpegInfo info = decoder.inspect(List.of(jpeg), metadata.key(sample));
    requireSize(sample, info.width(), info.height(), origin);
    ByteBuffer room = room(info.width(), info.height(), sample);
    DecodedImage image = decoder.decode(jpeg, DecodeOptions.rgb(), room, metadata.key(sample));
    if (!image.warnings().isEmpty()) {
      requireSame("Jpeg", "no warning", image.warnings().get(0), ErrorCode.IMAGE_CORRUPT, origin);
    }
  }

  /**
   * Checks a file of a Liquid shard, which must be of its format and decode. What was damaged
   * before it came in, and what no codec here reads, was stored knowing that.
   *
   * @param origin where it is
   */
  void checkWhole(int sample, ByteBuffer file, Origin origin) throws PcrException {
    if (metadata.sourceFlags(sample).has(SourceFlags.Fact.DAMAGED)) {
      return;
    }
    try {
      Encoding encoding = metadata.encoding(sample);
      if (encoding == Encoding.RAW) {
        RawImage.of(file, metadata.width(sample), metadata.height(sample), metadata.key(sample));
      } else if (encoding == Encoding.JPEG) {
        checkJpeg(sample, file, origin);
      } else {
        Optional<ImageCodec> codec = encoding.mediaType().flatMap(codecs::find);
        checkImage(sample, file, codec.orElseThrow(), origin);
      }
    } catch (PcrException.Unsupported e) {
      // What no codec here reads may have been stored whole.
      return;
    }
  }

  private void checkImage(int sample, ByteBuffer file, ImageCodec codec, Origin origin)
      throws PcrException {
    ImageInfo info = codec.info(file, metadata.key(sample));
    requireSize(sample, info.width(), info.height(), origin);
    ByteBuffer room = room(info.width(), info.height(), sample);
    codec.decode(file, metadata.key(sample), PixelFormat.RGB, room);
  }

  /** The size of a whole file may be unknown, that of others may not. */
  private void requireSize(int sample, int width, int height, Origin origin) throws PcrException {
    boolean unknown = metadata.width(sample) == 0 && metadata.height(sample) == 0;
    if (!unknown) {
      requireSame(
          "ShardMetadata.widths", metadata.width(sample), width, ErrorCode.IMAGE_CORRUPT, origin);
      requireSame(
          "ShardMetadata.heights",
          metadata.height(sample),
          height,
          ErrorCode.IMAGE_CORRUPT,
          origin);
    }
  }

  private static void requireSame(
      String field, Object stored, Object found, ErrorCode code, Origin origin)
      throws PcrException {
    if (!stored.equals(found)) {
      throw new PcrException.Corrupt(code, origin.field(field), stored, found);
    }
  }

  private ByteBuffer room(int width, int height, int sample) throws PcrException {
    FieldLocation image = new FieldLocation("Image", 0, metadata.key(sample));
    long count = (long) width * height;
    if (count > limits.pixels()) {
      throw new PcrException.LimitExceeded(image, Limit.PIXELS, count, limits.pixels());
    }
    long bytes = count * PixelFormat.RGB.channels();
    if (bytes > Integer.MAX_VALUE) {
      throw new PcrException.LimitExceeded(image, Limit.BUFFER_BYTES, bytes, Integer.MAX_VALUE);
    }
    if (bytes > pixels.capacity()) {
      pixels = ByteBuffer.allocateDirect((int) bytes);
    }
    return pixels.clear();
  }

  @Override
  public void close() {
    try (ofScans) {
      ofWhole.close();
    }
  }
}
