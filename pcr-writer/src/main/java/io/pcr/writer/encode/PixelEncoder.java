package io.pcr.writer.encode;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.ImageCodec;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.EncodeOptions;
import io.pcr.codecs.jpeg.JpegDecoder;
import io.pcr.codecs.jpeg.JpegEncoder;
import io.pcr.codecs.jpeg.JpegInfo;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Decodes images and encodes their pixels as JPEG: grey as grey, all else as colour with 4:2:0
 * subsampling. Transparency is dropped, four inks become colour without a profile, orientation is
 * left as it is.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
final class PixelEncoder implements AutoCloseable {
  private final EncodeSettings settings;
  private JpegDecoder decoder;
  private JpegEncoder encoder;
  private ByteBuffer pixels = ByteBuffer.allocateDirect(0);

  PixelEncoder(EncodeSettings settings) {
    this.settings = settings;
  }

  /**
   * A JPEG at another quality.
   *
   * @param jpeg valid until the next call
   * @param warnings of the decoder
   */
  record Reencoded(ByteBuffer jpeg, List<String> warnings) {}

  /** A JPEG at another quality, with the markers that say how the first one is to be shown. */
  Reencoded reencode(ByteBuffer jpeg, int quality, String name) throws CodecException {
    if (decoder == null) {
      decoder = new JpegDecoder(settings.limits());
    }
    List<ByteBuffer> slices = List.of(jpeg);
    JpegInfo jpegInfo = decoder.inspect(slices, name);
    ImageInfo info =
        new ImageInfo(jpegInfo.width(), jpegInfo.height(), jpegInfo.components() == 1 ? 1 : 3);
    PixelFormat format = info.naturalFormat();
    ByteBuffer room = room(info.bytes(format));
    List<String> warnings = decoder.decode(slices, DecodeOptions.of(format), room, name).warnings();
    ByteBuffer coded = encode(room.flip(), info, quality, name);
    boolean sameColours = jpegInfo.components() == info.channels();
    return new Reencoded(JpegMarkers.carriedOver(jpeg, coded, sameColours), warnings);
  }

  /**
   * An image of another kind as a JPEG, or empty when there is no codec for it; valid until the
   * next call.
   */
  Optional<ByteBuffer> encode(MediaType type, ByteBuffer file, int quality, String name)
      throws CodecException {
    Optional<ImageCodec> codec = OpaqueFacts.codec(type, settings.limits());
    if (codec.isEmpty()) {
      return Optional.empty();
    }
    ImageInfo stored = codec.get().info(file, name);
    PixelFormat format = stored.naturalFormat();
    ByteBuffer room = room(stored.bytes(format));
    codec.get().decode(file, name, format, room);
    ImageInfo info = new ImageInfo(stored.width(), stored.height(), format.channels());
    return Optional.of(encode(room.flip(), info, quality, name));
  }

  private ByteBuffer encode(ByteBuffer decoded, ImageInfo info, int quality, String name)
      throws CodecException {
    if (encoder == null) {
      encoder = new JpegEncoder(settings.limits());
    }
    return encoder.encode(decoded, info, EncodeOptions.quality(quality), name);
  }

  /** The limit on pixels keeps this far from what an array can hold. */
  private ByteBuffer room(long bytes) {
    if (pixels.capacity() < bytes) {
      pixels = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
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
