package io.pcr.codecs.internal.image;

import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.format.Limits;
import io.pcr.format.media.MediaType;
import java.util.Optional;

/** Windows bitmaps, by {@link BmpCodec}. */
final class BmpFormat implements ImageFormat {
  private static final LosslessEncoder LOSSLESS =
      new LosslessEncoder(BmpCodec::encodedLength, BmpCodec::encode);

  @Override
  public MediaType type() {
    return MediaType.BMP;
  }

  @Override
  public ImageCodec codec(Limits limits) {
    return new BmpCodec(limits);
  }

  @Override
  public Optional<LosslessEncoder> lossless() {
    return Optional.of(LOSSLESS);
  }
}
