package io.pcr.codecs.internal.image;

import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.internal.metadata.PngChunks;
import io.pcr.codecs.internal.metadata.PngMetadata;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.format.Limits;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.Optional;

/** PNG, by {@link PngCodec}. */
final class PngFormat implements ImageFormat {
  private static final int DEPTH_OFFSET = 24;

  private static final LosslessEncoder LOSSLESS =
      new LosslessEncoder(
          PngCodec::maxEncodedLength,
          (pixels, width, height, format, out) ->
              PngCodec.encode(pixels, width, height, format, PngOptions.DEFAULT, out));

  @Override
  public MediaType type() {
    return MediaType.PNG;
  }

  @Override
  public ImageCodec codec(Limits limits) {
    return new PngCodec(limits);
  }

  @Override
  public Optional<LosslessEncoder> lossless() {
    return Optional.of(LOSSLESS);
  }

  @Override
  public ImageMetadata metadata(ByteBuffer file) {
    return PngMetadata.read(file);
  }

  @Override
  public ByteBuffer withMetadata(ByteBuffer file, ImageMetadata metadata) {
    return metadata.isEmpty() ? file : PngMetadata.write(file, metadata);
  }

  /**
   * An animation of one frame is a still image if that frame is the default image, which then has a
   * frame control chunk before it.
   */
  @Override
  public boolean hasSeveralFrames(ByteBuffer png, String name) {
    PngChunks chunks = new PngChunks(png);
    long frames = 0;
    boolean isDefaultImageAFrame = false;
    while (chunks.next() && chunks.type() != PngChunks.IDAT) {
      if (chunks.type() == PngChunks.ACTL && chunks.data().remaining() >= Integer.BYTES) {
        frames = Integer.toUnsignedLong(chunks.data().getInt());
      }
      isDefaultImageAFrame |= chunks.type() == PngChunks.FCTL;
    }
    return frames > 1 || (frames == 1 && !isDefaultImageAFrame);
  }

  @Override
  public boolean mayBeTransparent(ByteBuffer file, ImageInfo info) {
    return ImageFormat.super.mayBeTransparent(file, info) || hasTransparentColour(file);
  }

  private static boolean hasTransparentColour(ByteBuffer png) {
    PngChunks chunks = new PngChunks(png);
    while (chunks.next() && chunks.type() != PngChunks.IDAT) {
      if (chunks.type() == PngChunks.TRNS) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isDeep(ByteBuffer file, String name) {
    return file.get(file.position() + DEPTH_OFFSET) > Byte.SIZE;
  }
}
