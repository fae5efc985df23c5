package io.pcr.writer.internal.encode;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.AlphaCodec;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Decodes image files of all kinds whole, as a reader of the dataset would: grey as grey, all else
 * as RGB, orientation left as it is.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
final class PixelReader implements AutoCloseable {
  private static final int INKS = 4;

  private final Limits limits;
  private final ImageCodecs codecs;
  private final JpegDecoder decoder;
  private ByteBuffer pixels = ByteBuffer.allocateDirect(0);

  PixelReader(Limits limits) {
    this.limits = limits;
    codecs = ImageCodecs.of(limits);
    decoder = new JpegDecoder(limits);
  }

  /**
   * Decodes a file.
   *
   * @throws PcrException when it is damaged, too large, or of a kind that no codec reads
   */
  DecodedImageFile decode(MediaType type, ByteBuffer file, String name) throws PcrException {
    return type == MediaType.JPEG ? jpeg(file, name) : other(type, file, name);
  }

  private DecodedImageFile jpeg(ByteBuffer file, String name) throws PcrException {
    List<ByteBuffer> slices = List.of(file);
    JpegInfo jpeg = decoder.inspect(slices, name);
    ImageInfo info = new ImageInfo(jpeg.width(), jpeg.height(), jpeg.components() == 1 ? 1 : 3);
    ByteBuffer room = room(info.pixels(), info.naturalFormat().channels(), name);
    DecodedImage image = decoder.decode(slices, DecodeOptions.of(info.naturalFormat()), room, name);
    return new DecodedImageFile(
        info,
        room.flip(),
        JpegFlags.of(file, jpeg, !image.warnings().isEmpty()),
        ImageMetadata.of(jpeg.orientation(), jpeg.iccProfile()),
        jpeg.components() != INKS,
        Optional.empty(),
        image.warnings().stream().findFirst());
  }

  private DecodedImageFile other(MediaType type, ByteBuffer file, String name) throws PcrException {
    Optional<ImageCodec> codec = codecs.find(type);
    if (codec.isEmpty()) {
      throw PcrException.Unsupported.image(
          new FieldLocation("Image", 0, name), "no decoder for " + type.mimeType());
    }
    ImageInfo stored = codec.get().info(file, name);
    Optional<SampleNote> more = whatMore(codec.get(), type, file, stored, name);
    PixelFormat format = stored.naturalFormat();
    ImageInfo info = new ImageInfo(stored.width(), stored.height(), format.channels());
    ByteBuffer room = room(info.pixels(), format.channels(), name);
    codec.get().decode(file, name, format, room);
    boolean faithful = more.isEmpty() && !PictureTraits.isDeep(type, file, name);
    ImageMetadata metadata = ImageCodecs.metadata(type, file);
    return new DecodedImageFile(
        info, room.flip(), MetadataFlags.of(metadata), metadata, faithful, more, Optional.empty());
  }

  /** What there is beside one opaque picture. */
  private Optional<SampleNote> whatMore(
      ImageCodec codec, MediaType type, ByteBuffer file, ImageInfo stored, String name)
      throws PcrException {
    if (PictureTraits.isAnimated(type, file, name)) {
      return Optional.of(SampleNote.ANIMATED);
    }
    if (codec instanceof AlphaCodec alpha && PictureTraits.mayBeTransparent(type, file, stored)) {
      ByteBuffer rgba = room(stored.pixels(), AlphaCodec.RGBA_CHANNELS, name);
      alpha.decodeRgba(file, name, rgba);
      return Optional.of(SampleNote.TRANSPARENT)
          .filter(note -> PictureTraits.isTransparent(rgba.flip()));
    }
    return Optional.empty();
  }

  private ByteBuffer room(long count, int channels, String name) throws PcrException {
    FieldLocation image = new FieldLocation("Image", 0, name);
    if (count > limits.pixels()) {
      throw new PcrException.LimitExceeded(image, Limit.PIXELS, count, limits.pixels());
    }
    if (count > Integer.MAX_VALUE / AlphaCodec.RGBA_CHANNELS) {
      throw new PcrException.LimitExceeded(
          image, Limit.BUFFER_BYTES, count * AlphaCodec.RGBA_CHANNELS, Integer.MAX_VALUE);
    }
    int bytes = (int) count * channels;
    if (pixels.capacity() < bytes) {
      pixels = ByteBuffer.allocateDirect(bytes);
    }
    return pixels.clear().limit(bytes);
  }

  @Override
  public void close() {
    pixels = ByteBuffer.allocate(0);
    decoder.close();
  }
}
