package io.pcr.reader.internal.copies;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.EncodeOptions.Subsampling;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.internal.jpeg.Frame;
import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.quality.MsSsim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Encodes copies of one image after the other, and compares them with it. For one thread; whoever
 * makes one closes it.
 */
public final class CopyEncoder implements AutoCloseable {
  private final JpegEncoder encoder;
  private final JpegDecoder decoder;
  private final WebpCodec webp;
  private final MsSsim metric = new MsSsim();
  private ByteBuffer rgb = ByteBuffer.allocateDirect(1);
  private ByteBuffer copy = ByteBuffer.allocateDirect(1);
  private ByteBuffer grey = ByteBuffer.allocateDirect(1);
  private ByteBuffer webpFile = ByteBuffer.allocateDirect(1);
  private String key = "";
  private int width;
  private int height;
  private boolean isGrey;
  private Subsampling subsampling = Subsampling.BOTH;

  public CopyEncoder(Limits limits) {
    encoder = new JpegEncoder(limits);
    decoder = new JpegDecoder(limits);
    webp = new WebpCodec(limits);
  }

  /** Sets the image to copy: a sample that is stored as JPEG. */
  public void image(Sample sample) throws IOException {
    key = sample.key();
    width = sample.width();
    height = sample.height();
    Frame frame = MarkerScanner.scan(sample.file(), key).frame();
    isGrey = frame.components().size() == 1;
    subsampling = subsampling(frame);
    int bytes = (int) PixelFormat.RGB.imageBytes(width, height);
    rgb = atLeast(rgb, bytes);
    copy = atLeast(copy, bytes);
    sample.decodeRgb(rgb.clear());
    rgb.flip();
    if (isGrey) {
      grey = atLeast(grey, width * height);
      sample.decode(DecodeOptions.grey(), grey.clear());
      grey.flip();
    }
  }

  private static ByteBuffer atLeast(ByteBuffer buffer, int bytes) {
    return buffer.capacity() < bytes ? ByteBuffer.allocateDirect(bytes) : buffer;
  }

  /** The encoder's sampling that is nearest to that of the frame. */
  private static Subsampling subsampling(Frame frame) {
    List<Frame.Component> components = frame.components();
    if (components.size() < 2) {
      return Subsampling.NONE;
    }
    Frame.Component luma = components.get(0);
    Frame.Component chroma = components.get(1);
    boolean isWide = luma.horizontalSampling() > chroma.horizontalSampling();
    boolean isHigh = luma.verticalSampling() > chroma.verticalSampling();
    if (isWide) {
      return isHigh ? Subsampling.BOTH : Subsampling.HORIZONTAL;
    }
    return isHigh ? Subsampling.VERTICAL : Subsampling.NONE;
  }

  /** Encodes the image, and says how long the copy is and how much it resembles the image. */
  CopyCurve.Point encode(CopyFormat format, int quality) throws IOException {
    ByteBuffer file = file(format, quality);
    long bytes = file.remaining();
    decode(format, file);
    return new CopyCurve.Point(quality, bytes, similarity());
  }

  /** Encodes the image; the copy is valid until the next call. */
  public ByteBuffer file(CopyFormat format, int quality) throws IOException {
    return format == CopyFormat.JPEG ? jpeg(quality) : webp(quality);
  }

  /** Decodes a copy, for {@link #similarity}. */
  public void decode(CopyFormat format, ByteBuffer file) throws IOException {
    if (format == CopyFormat.JPEG) {
      decoder.decode(file, DecodeOptions.rgb(), copy.clear(), key);
    } else {
      webp.decode(file, key, PixelFormat.RGB, copy.clear());
    }
    copy.flip();
  }

  /** Decodes the image at another fidelity, for {@link #similarity}. */
  public void decode(Sample sample) throws IOException {
    sample.decodeRgb(copy.clear());
    copy.flip();
  }

  /** The MS-SSIM of the image and what was decoded last. */
  public double similarity() {
    return metric.compare(rgb, copy, width, height, PixelFormat.RGB);
  }

  private ByteBuffer jpeg(int quality) throws IOException {
    EncodeOptions options =
        EncodeOptions.quality(quality).withSubsampling(subsampling).withOptimize(true);
    ImageInfo info = new ImageInfo(width, height, isGrey ? 1 : 3);
    return encoder.encode(isGrey ? grey : rgb, info, options, key);
  }

  private ByteBuffer webp(int quality) throws IOException {
    webpFile = atLeast(webpFile, Math.toIntExact(WebpCodec.maxEncodedLength(width, height)));
    WebpCodec.encode(
        rgb, width, height, PixelFormat.RGB, WebpOptions.lossy(quality), webpFile.clear());
    return webpFile.flip();
  }

  @Override
  public void close() {
    encoder.close();
    decoder.close();
  }
}
