package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.png.DeepPng;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Floats from -1 to 1 as PNG of 16 bits, rounded to 65,536 steps. For one thread. */
final class DeepPictures {
  private static final float STEPS = 65_535;

  private ByteBuffer channels = ByteBuffer.allocateDirect(0);

  private ByteBuffer room(int bytes) {
    if (channels.capacity() < bytes) {
      channels = ByteBuffer.allocateDirect(bytes);
    }
    return channels.clear().limit(bytes).order(ByteOrder.nativeOrder());
  }

  /** The channels of a picture in 16 bits; valid until the next call. */
  ByteBuffer channels(Picture picture) {
    int count = picture.length() / Float.BYTES;
    ByteBuffer floats = picture.bytes();
    ByteBuffer deep = room(count * Short.BYTES);
    for (int i = 0; i < count; i++) {
      float part = (floats.getFloat(i * Float.BYTES) + 1) / 2;
      deep.putShort((short) Math.round(Math.max(0, Math.min(1, part)) * STEPS));
    }
    return deep.flip();
  }

  void decode(ByteBuffer file, String name, Picture out) throws IOException {
    ImageInfo info = DeepPng.info(file, name);
    PixelFormat format = info.naturalFormat();
    ByteBuffer deep = room(Math.toIntExact(Short.BYTES * info.bytes(format)));
    DeepPng.decode(file, name, info, deep);
    deep.flip();
    ByteBuffer floats =
        out.becomePixels(Picture.Kind.FLOAT32, info.width(), info.height(), format.channels());
    while (deep.hasRemaining()) {
      floats.putFloat((deep.getShort() & 0xffff) / STEPS * 2 - 1);
    }
  }
}
