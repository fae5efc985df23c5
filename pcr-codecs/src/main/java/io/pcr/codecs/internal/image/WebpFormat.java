package io.pcr.codecs.internal.image;

import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.internal.metadata.WebpChunks;
import io.pcr.codecs.internal.metadata.WebpMetadata;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.format.Limits;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.Optional;

/** WebP, by {@link WebpCodec}. */
final class WebpFormat implements ImageFormat {
  private static final int ANIMATION = 0x02;

  private static final LosslessEncoder LOSSLESS =
      new LosslessEncoder(
          (width, height, format) -> WebpCodec.maxEncodedLength(width, height),
          (pixels, width, height, format, out) ->
              WebpCodec.encode(pixels, width, height, format, WebpOptions.losslessly(), out));

  @Override
  public MediaType type() {
    return MediaType.WEBP;
  }

  @Override
  public ImageCodec codec(Limits limits) {
    return new WebpCodec(limits);
  }

  @Override
  public Optional<LosslessEncoder> lossless() {
    return Optional.of(LOSSLESS);
  }

  @Override
  public ImageMetadata metadata(ByteBuffer file) {
    return WebpMetadata.read(file);
  }

  @Override
  public ByteBuffer withMetadata(ByteBuffer file, ImageMetadata metadata) {
    return metadata.isEmpty() ? file : WebpMetadata.write(file, metadata);
  }

  /** Without the flag in its first chunk a WebP is decoded as one image, whatever follows. */
  @Override
  public boolean hasSeveralFrames(ByteBuffer webp, String name) {
    WebpChunks chunks = new WebpChunks(webp);
    return chunks.next()
        && chunks.type() == WebpChunks.VP8X
        && chunks.data().hasRemaining()
        && (chunks.data().get() & ANIMATION) != 0;
  }
}
