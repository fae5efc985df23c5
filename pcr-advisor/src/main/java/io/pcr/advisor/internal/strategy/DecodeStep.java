package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.io.IOException;
import java.util.random.RandomGenerator;

/** Decodes a file to RGB. */
record DecodeStep() implements Step {
  @Override
  public String name() {
    return "decode";
  }

  @Override
  public boolean isRandom() {
    return false;
  }

  @Override
  public Picture.Kind gives(Picture.Kind kind) {
    if (kind != Picture.Kind.FILE) {
      throw new IllegalArgumentException("decode takes a file, not " + kind);
    }
    return Picture.Kind.UINT8;
  }

  @Override
  public Work start() {
    PictureDecoder decoder = new PictureDecoder();
    return new Work() {
      @Override
      public void apply(Picture in, Picture out, RandomGenerator random) throws IOException {
        decoder.decodeRgb(in.bytes(), "an image", out);
      }

      @Override
      public void close() {
        decoder.close();
      }
    };
  }
}
