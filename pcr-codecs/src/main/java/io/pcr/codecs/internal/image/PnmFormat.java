package io.pcr.codecs.internal.image;

import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.raw.PnmCodec;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Binary PGM and PPM, by {@link PnmCodec}. */
final class PnmFormat implements ImageFormat {
  private static final int BYTE_MAX = 255;

  private static final LosslessEncoder LOSSLESS =
      new LosslessEncoder(PnmCodec::encodedLength, PnmCodec::encode);

  @Override
  public MediaType type() {
    return MediaType.PNM;
  }

  @Override
  public ImageCodec codec(Limits limits) {
    return new PnmCodec(limits);
  }

  @Override
  public Optional<LosslessEncoder> lossless() {
    return Optional.of(LOSSLESS);
  }

  @Override
  public boolean hasSeveralFrames(ByteBuffer file, String name) throws PcrException {
    return PnmCodec.hasMoreImages(file, name);
  }

  @Override
  public boolean isDeep(ByteBuffer file, String name) throws PcrException {
    return PnmCodec.maxValue(file, name) > BYTE_MAX;
  }
}
