package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.png.DeepPng;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.PnmCodec;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.format.Limits;
import io.pcr.writer.PcrSample;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Makes samples of pictures, in the form that a split is stored in. For one thread. */
final class PictureEncoder implements AutoCloseable {
  private final SplitFormat format;
  private final JpegEncoder jpeg = new JpegEncoder(Limits.DEFAULT);
  private final DeepPictures deep = new DeepPictures();
  private ByteBuffer file = ByteBuffer.allocateDirect(0);

  PictureEncoder(SplitFormat format) {
    this.format = format;
  }

  /** A sample; its bytes are valid until the next call. */
  PcrSample encode(String key, Picture picture) throws IOException {
    boolean isFloat = picture.kind() == Picture.Kind.FLOAT32;
    if (isFloat && format.form() != SplitFormat.Form.PNG16) {
      return FloatColumns.sample(key, picture, format.form());
    }
    if (picture.kind() == Picture.Kind.FILE) {
      return PcrSample.of(key, picture.bytes());
    }
    return PcrSample.of(key, file(key, picture));
  }

  private ByteBuffer file(String key, Picture picture) throws IOException {
    int width = picture.width();
    int height = picture.height();
    PixelFormat pixels = picture.channels() == 1 ? PixelFormat.GREY : PixelFormat.RGB;
    switch (format.form()) {
      case JPEG -> {
        EncodeOptions options = EncodeOptions.quality(format.quality()).withOptimize(true);
        ImageInfo info = new ImageInfo(width, height, picture.channels());
        return jpeg.encode(picture.bytes(), info, options, key);
      }
      case WEBP -> {
        ByteBuffer out = room(WebpCodec.maxEncodedLength(width, height));
        WebpCodec.encode(picture.bytes(), width, height, pixels, WebpOptions.losslessly(), out);
        return out.flip();
      }
      case PNG -> {
        ByteBuffer out = room(PngCodec.maxEncodedLength(width, height, pixels));
        PngCodec.encode(picture.bytes(), width, height, pixels, PngOptions.DEFAULT, out);
        return out.flip();
      }
      case PNG16 -> {
        ByteBuffer out = room(DeepPng.maxEncodedLength(width, height, pixels));
        DeepPng.encode(deep.channels(picture), width, height, pixels, PngOptions.DEFAULT, out);
        return out.flip();
      }
      case RAW, TFRECORD -> {
        ByteBuffer out = room(PnmCodec.encodedLength(width, height, pixels));
        PnmCodec.encode(picture.bytes(), width, height, pixels, out);
        return out.flip();
      }
      case FILES, PCR, FLOAT32 -> throw new IllegalStateException(format + " of " + picture);
    }
    throw new IllegalStateException(format.toString());
  }

  private ByteBuffer room(long bytes) {
    if (file.capacity() < bytes) {
      file = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
    }
    return file.clear();
  }

  @Override
  public void close() {
    jpeg.close();
  }
}
