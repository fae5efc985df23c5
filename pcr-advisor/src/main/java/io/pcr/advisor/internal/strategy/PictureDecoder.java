package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.media.MediaType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Decodes image files of every kind that the library decodes. For one thread, which closes it. */
public final class PictureDecoder implements AutoCloseable {
  private static final ImageCodecs CODECS = ImageCodecs.of(Limits.DEFAULT);

  private final JpegDecoder jpeg = new JpegDecoder(Limits.DEFAULT);

  /** Decodes to RGB, whatever the file has. */
  public void decodeRgb(ByteBuffer file, String name, Picture out) throws IOException {
    MediaType type = type(file, name);
    if (type == MediaType.JPEG) {
      JpegInfo info = jpeg.inspect(List.of(file), name);
      decodeJpeg(file, name, info.width(), info.height(), PixelFormat.RGB, out);
    } else {
      ImageCodec codec = codec(type, name);
      decode(codec, file, name, codec.info(file, name), PixelFormat.RGB, out);
    }
  }

  /** Decodes to as many channels as the file has: grey stays grey. */
  void decodeAsStored(ByteBuffer file, String name, Picture out) throws IOException {
    MediaType type = type(file, name);
    if (type == MediaType.JPEG) {
      JpegInfo info = jpeg.inspect(List.of(file), name);
      PixelFormat format = info.components() == 1 ? PixelFormat.GREY : PixelFormat.RGB;
      decodeJpeg(file, name, info.width(), info.height(), format, out);
    } else {
      ImageCodec codec = codec(type, name);
      ImageInfo info = codec.info(file, name);
      decode(codec, file, name, info, info.naturalFormat(), out);
    }
  }

  private static MediaType type(ByteBuffer file, String name) throws IOException {
    return MediaType.sniff(file).orElseThrow(() -> new IOException(name + ": not an image"));
  }

  private static ImageCodec codec(MediaType type, String name) throws IOException {
    return CODECS
        .find(type)
        .orElseThrow(() -> new IOException(name + ": images of " + type + " are not decoded"));
  }

  private void decodeJpeg(
      ByteBuffer file, String name, int width, int height, PixelFormat format, Picture out)
      throws IOException {
    ByteBuffer pixels = out.becomePixels(Picture.Kind.UINT8, width, height, format.channels());
    jpeg.decode(file, DecodeOptions.of(format), pixels, name);
  }

  private static void decode(
      ImageCodec codec,
      ByteBuffer file,
      String name,
      ImageInfo info,
      PixelFormat format,
      Picture out)
      throws IOException {
    ByteBuffer pixels =
        out.becomePixels(Picture.Kind.UINT8, info.width(), info.height(), format.channels());
    codec.decode(file, name, format, pixels);
  }

  @Override
  public void close() {
    jpeg.close();
  }
}
