package io.pcr.codecs.internal.image;

import io.pcr.codecs.internal.AlphaCodec;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A kind of image whose files the library decodes: its codec, its encoder without loss, and what
 * its files say beside the pixels. Files are read from position to limit and left as they are.
 * Stateless and thread-safe.
 */
public interface ImageFormat {
  MediaType type();

  /** Reads such files; an {@link AlphaCodec} when they can be transparent. */
  ImageCodec codec(Limits limits);

  /** Writes such files without loss; empty when nothing here does. */
  Optional<LosslessEncoder> lossless();

  /** How the image is to be shown, as the file says; nothing by default. */
  default ImageMetadata metadata(ByteBuffer file) {
    return ImageMetadata.NONE;
  }

  /**
   * A file with this metadata in it; by default the file as it is, for kinds with no place for any.
   *
   * @param file as {@link #lossless} writes them
   * @return direct; a new buffer, or the same
   */
  default ByteBuffer withMetadata(ByteBuffer file, ImageMetadata metadata) {
    return file;
  }

  /** Whether there is more than one frame; never by default. */
  default boolean hasSeveralFrames(ByteBuffer file, String name) throws PcrException {
    return false;
  }

  /**
   * Whether the file has a place for transparency; only its pixels tell whether it uses it. By
   * default, when one of its channels is for that.
   *
   * @param info that the codec gives of the file
   */
  default boolean mayBeTransparent(ByteBuffer file, ImageInfo info) {
    return info.channels() == 2 || info.channels() == AlphaCodec.RGBA_CHANNELS;
  }

  /** Whether samples have more than 8 bits, in a file that has been decoded; never by default. */
  default boolean isDeep(ByteBuffer file, String name) throws PcrException {
    return false;
  }
}
