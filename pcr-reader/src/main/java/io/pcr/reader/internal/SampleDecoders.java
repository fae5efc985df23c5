package io.pcr.reader.internal;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.ImageCodec;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.codecs.jpeg.JpegDecoder;
import io.pcr.codecs.png.PngCodec;
import io.pcr.codecs.raw.BmpCodec;
import io.pcr.codecs.raw.PnmCodec;
import io.pcr.codecs.webp.WebpCodec;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Decodes samples of any encoding. Holds as many JPEG decoders as were ever used at a time.
 * Thread-safe.
 */
final class SampleDecoders implements AutoCloseable {
  private final Limits limits;
  private final Map<MediaType, ImageCodec> codecs;
  private final ConcurrentLinkedDeque<JpegDecoder> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  SampleDecoders(Limits limits) {
    this.limits = limits;
    this.codecs =
        Map.of(
            MediaType.PNG, new PngCodec(limits),
            MediaType.WEBP, new WebpCodec(limits),
            MediaType.BMP, new BmpCodec(limits),
            MediaType.PNM, new PnmCodec(limits));
  }

  DecodedImage decode(Sample sample, DecodeOptions options, ByteBuffer pixels) throws IOException {
    if (!pixels.isDirect() || pixels.isReadOnly()) {
      throw new IllegalArgumentException("pixels go to a direct buffer that can be written");
    }
    String name = sample.toString();
    Encoding encoding = sample.encoding();
    if (encoding == Encoding.PROGRESSIVE_JPEG || encoding == Encoding.JPEG) {
      return decodeJpeg(sample.slices(), options, pixels, name);
    }
    if (encoding == Encoding.RAW) {
      return RawPixels.of(sample, name).deliver(options, pixels, name);
    }
    ByteBuffer file = sample.file();
    MediaType type = MediaType.sniff(file).orElse(null);
    if (type == MediaType.JPEG) {
      return decodeJpeg(List.of(file), options, pixels, name);
    }
    ImageCodec codec = type == null ? null : codecs.get(type);
    if (codec == null) {
      String kind = type == null ? "a kind that is not known" : type.mimeType();
      throw new CodecException(
          CodecException.Reason.UNSUPPORTED,
          new FieldLocation("Sample.file", 0, name),
          "no decoder for " + kind);
    }
    ImageInfo info = codec.info(file, name);
    PixelFormat format = options.format();
    int bytes = RawPixels.checkedLength(info.bytes(format), name, limits);
    ByteBuffer whole = ClaimedMemory.direct(bytes, new FieldLocation("Sample.file", 0, name));
    codec.decode(file, name, format, whole);
    return new RawPixels(whole.flip(), info.width(), info.height(), format)
        .deliver(options, pixels, name);
  }

  private DecodedImage decodeJpeg(
      List<ByteBuffer> slices, DecodeOptions options, ByteBuffer pixels, String name)
      throws CodecException {
    JpegDecoder decoder = Optional.ofNullable(idle.pollFirst()).orElseGet(this::newDecoder);
    try {
      return decoder.decode(slices, options, pixels, name);
    } finally {
      giveBack(decoder);
    }
  }

  private JpegDecoder newDecoder() {
    if (closed) {
      throw new IllegalStateException("the dataset is closed");
    }
    return new JpegDecoder(limits);
  }

  private void giveBack(JpegDecoder decoder) {
    idle.addFirst(decoder);
    if (closed) {
      close();
    }
  }

  @Override
  public void close() {
    closed = true;
    for (JpegDecoder decoder = idle.pollFirst(); decoder != null; decoder = idle.pollFirst()) {
      decoder.close();
    }
  }
}
