package io.pcr.writer.internal.encode;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.AlphaCodec;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.writer.encode.EncodeSettings;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Decodes images and encodes their pixels as JPEG: grey as grey, all else as colour with 4:2:0
 * subsampling. Four inks become colour without a profile, of 16 bits the upper 8 are kept,
 * orientation is left as it is. What has more than one frame is not encoded, and what is
 * transparent only over a colour.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
final class PixelEncoder implements AutoCloseable {
  private final EncodeSettings settings;
  private final ImageCodecs codecs;
  private JpegDecoder decoder;
  private JpegEncoder encoder;
  private ByteBuffer pixels = ByteBuffer.allocateDirect(0);

  PixelEncoder(EncodeSettings settings) {
    this.settings = settings;
    codecs = ImageCodecs.of(settings.limits());
  }

  /**
   * A JPEG at another quality.
   *
   * @param jpeg valid until the next call
   * @param warnings of the decoder
   */
  record Reencoded(ByteBuffer jpeg, List<String> warnings) {}

  /** A JPEG at another quality, with the markers that say how the first one is to be shown. */
  Reencoded reencode(ByteBuffer jpeg, int quality, String name) throws PcrException {
    List<ByteBuffer> slices = List.of(jpeg);
    JpegInfo jpegInfo = decoder().inspect(slices, name);
    ImageInfo info =
        new ImageInfo(jpegInfo.width(), jpegInfo.height(), jpegInfo.components() == 1 ? 1 : 3);
    PixelFormat format = info.naturalFormat();
    ByteBuffer room = room(info.bytes(format), name);
    List<String> warnings =
        decoder().decode(slices, DecodeOptions.of(format), room, name).warnings();
    ByteBuffer coded = encode(room.flip(), info, quality, name);
    boolean sameColours = jpegInfo.components() == info.channels();
    return new Reencoded(JpegMarkers.carriedOver(jpeg, coded, sameColours), warnings);
  }

  /**
   * An image of another kind as a JPEG, or why it has to stay what it is.
   *
   * @param jpeg with the metadata of the source; valid until the next call
   * @param kept empty when there is a JPEG
   */
  record Coded(Optional<ByteBuffer> jpeg, Optional<SampleNote> kept) {
    private static Coded kept(SampleNote why) {
      return new Coded(Optional.empty(), Optional.of(why));
    }
  }

  /**
   * Encodes an image of another kind.
   *
   * @throws PcrException when it is damaged
   */
  Coded encode(MediaType type, ByteBuffer file, ImageMetadata metadata, int quality, String name)
      throws PcrException {
    Optional<ImageCodec> codec = codecs.find(type);
    if (codec.isEmpty()) {
      return Coded.kept(SampleNote.NOT_DECODED);
    }
    try {
      if (PictureTraits.isAnimated(type, file, name)) {
        return Coded.kept(SampleNote.ANIMATED);
      }
      ImageInfo stored = codec.get().info(file, name);
      Optional<ByteBuffer> rgba = transparent(codec.get(), type, file, stored, name);
      if (rgba.isPresent() && settings.alpha().background().isEmpty()) {
        return Coded.kept(SampleNote.TRANSPARENT);
      }
      ImageInfo info = new ImageInfo(stored.width(), stored.height(), channels(stored, rgba));
      ByteBuffer decoded =
          rgba.isPresent() ? blended(rgba.get()) : opaque(codec.get(), file, info, name);
      ByteBuffer jpeg = encode(decoded, info, quality, name);
      ImageMetadata kept = metadata.forChannels(info.channels());
      return new Coded(
          Optional.of(ImageCodecs.withMetadata(MediaType.JPEG, jpeg, kept)), Optional.empty());
    } catch (PcrException.Unsupported | PcrException.LimitExceeded e) {
      return Coded.kept(SampleNote.NOT_DECODED);
    }
  }

  private static int channels(ImageInfo stored, Optional<ByteBuffer> rgba) {
    return rgba.isPresent() ? PixelFormat.RGB.channels() : stored.naturalFormat().channels();
  }

  /** The pixels with their transparency; empty when there is none. */
  private Optional<ByteBuffer> transparent(
      ImageCodec codec, MediaType type, ByteBuffer file, ImageInfo stored, String name)
      throws PcrException {
    if (!(codec instanceof AlphaCodec alpha)
        || !PictureTraits.mayBeTransparent(type, file, stored)) {
      return Optional.empty();
    }
    ByteBuffer rgba = room(stored.pixels() * AlphaCodec.RGBA_CHANNELS, name);
    alpha.decodeRgba(file, name, rgba);
    return Optional.of(rgba.flip()).filter(PictureTraits::isTransparent);
  }

  private ByteBuffer blended(ByteBuffer rgba) {
    AlphaBlend.over(settings.alpha().background().getAsInt(), rgba);
    return rgba;
  }

  private ByteBuffer opaque(ImageCodec codec, ByteBuffer file, ImageInfo info, String name)
      throws PcrException {
    ByteBuffer room = room(info.bytes(info.naturalFormat()), name);
    codec.decode(file, name, info.naturalFormat(), room);
    return room.flip();
  }

  /** Whether a JPEG can be decoded to its last pixel, with a warning or without. */
  boolean decodes(ByteBuffer jpeg, String name) {
    try {
      JpegInfo info = decoder().inspect(List.of(jpeg), name);
      PixelFormat format = info.components() == 1 ? PixelFormat.GREY : PixelFormat.RGB;
      ByteBuffer room = room(format.imageBytes(info.width(), info.height()), name);
      decoder().decode(List.of(jpeg), DecodeOptions.of(format), room, name);
      return true;
    } catch (PcrException e) {
      return false;
    }
  }

  private JpegDecoder decoder() {
    if (decoder == null) {
      decoder = new JpegDecoder(settings.limits());
    }
    return decoder;
  }

  private ByteBuffer encode(ByteBuffer decoded, ImageInfo info, int quality, String name)
      throws PcrException {
    if (encoder == null) {
      encoder = new JpegEncoder(settings.limits());
    }
    return encoder.encode(decoded, info, EncodeOptions.quality(quality), name);
  }

  /** A limit on pixels may allow more than a buffer has room for. */
  private ByteBuffer room(long bytes, String name) throws PcrException {
    if (bytes > Integer.MAX_VALUE) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("Image", 0, name), Limit.BUFFER_BYTES, bytes, Integer.MAX_VALUE);
    }
    if (pixels.capacity() < bytes) {
      pixels = ByteBuffer.allocateDirect((int) bytes);
    }
    return pixels.clear().limit((int) bytes);
  }

  @Override
  public void close() {
    pixels = ByteBuffer.allocate(0);
    if (decoder != null) {
      decoder.close();
    }
    if (encoder != null) {
      encoder.close();
    }
  }
}
