package io.pcr.reader.internal;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.internal.raw.RawImage;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.DecodedSize;
import io.pcr.reader.ImageFacts;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Decodes samples of any encoding. Holds as many JPEG decoders as were ever used at a time: those
 * for images that stand in scans, and those for JPEGs that were stored as they came, which may have
 * more of them. Thread-safe.
 */
final class SampleDecoders implements AutoCloseable {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Limits limits;
  private final ImageCodecs codecs;
  private final JpegDecoders ofScans;
  private final JpegDecoders ofWhole;

  /** Whole images of which a part or another size was wanted; one for each thread that decodes. */
  private final ConcurrentLinkedDeque<ByteBuffer> scratch = new ConcurrentLinkedDeque<>();

  SampleDecoders(Limits limits) {
    this.limits = limits;
    this.ofScans = new JpegDecoders(() -> JpegDecoder.ofScans(limits));
    this.ofWhole = new JpegDecoders(() -> new JpegDecoder(limits));
    this.codecs = ImageCodecs.of(limits);
  }

  DecodedImage decode(Sample sample, DecodeOptions options, ByteBuffer pixels) throws IOException {
    try {
      return decodeAny(sample, options, pixels);
    } catch (UncheckedIOException e) {
      throw e.getCause(); // A native library that cannot be loaded.
    }
  }

  private DecodedImage decodeAny(Sample sample, DecodeOptions options, ByteBuffer pixels)
      throws IOException {
    if (!pixels.isDirect() || pixels.isReadOnly()) {
      throw new IllegalArgumentException("the buffer for pixels must be direct and writable");
    }
    String name = sample.toString();
    if (sample.encoding() == Encoding.RAW) {
      return deliverRaw(sample, options, pixels, name);
    }
    if (sample.mediaType().equals(Optional.of(MediaType.JPEG))) {
      boolean inScans = sample.encoding() == Encoding.PROGRESSIVE_JPEG;
      JpegDecoders decoders = inScans ? ofScans : ofWhole;
      return decoders.decode(sample.slices(), options, pixels, name);
    }
    ImageCodec codec = codec(sample, name);
    ByteBuffer file = sample.file();
    ImageInfo info = codec.info(file, name);
    PixelFormat format = options.format();
    if (isWhole(options, info.width())) {
      codec.decode(file, name, format, pixels);
      int stride = (int) format.rowBytes(info.width());
      return new DecodedImage(info.width(), info.height(), stride, options, List.of());
    }
    ByteBuffer whole = room(RawPixels.checkedLength(info.bytes(format), name), name);
    try {
      codec.decode(file, name, format, whole);
      return new RawPixels(whole.flip(), info.width(), info.height(), format)
          .deliver(options, pixels, name);
    } finally {
      scratch.addFirst(whole);
    }
  }

  /** How large a sample becomes, by the header of its file. */
  DecodedSize size(Sample sample, DecodeOptions options) throws IOException {
    ImageFacts facts = facts(sample);
    return DecodedSize.of(facts.width(), facts.height(), options);
  }

  /** What the header of a sample's file says. */
  ImageFacts facts(Sample sample) throws IOException {
    try {
      return readFacts(sample);
    } catch (UncheckedIOException e) {
      throw e.getCause(); // A native library that cannot be loaded.
    }
  }

  private ImageFacts readFacts(Sample sample) throws IOException {
    String name = sample.toString();
    if (sample.encoding() == Encoding.RAW) {
      RawImage image = RawImage.of(sample.file(), sample.width(), sample.height(), name);
      return new ImageFacts(image.width(), image.height(), 0, NOTHING);
    }
    if (sample.mediaType().equals(Optional.of(MediaType.JPEG))) {
      JpegInfo info = ofWhole.inspect(sample.slices(), name);
      return new ImageFacts(info.width(), info.height(), info.orientation(), info.iccProfile());
    }
    ByteBuffer file = sample.file();
    ImageInfo info = codec(sample, name).info(file, name);
    ImageMetadata metadata = ImageCodecs.metadata(sample.mediaType().orElseThrow(), file);
    return new ImageFacts(info.width(), info.height(), metadata.orientation(), metadata.icc());
  }

  private ImageCodec codec(Sample sample, String name) throws PcrException {
    Optional<MediaType> type = sample.mediaType();
    String kind = type.map(MediaType::mimeType).orElse("an unknown kind");
    return type.flatMap(codecs::find)
        .orElseThrow(
            () ->
                PcrException.Unsupported.image(
                    new FieldLocation("Sample.file", 0, name), "no decoder for " + kind));
  }

  /** A buffer of the scratch, or a new one where that is too small. */
  private ByteBuffer room(int bytes, String name) throws IOException {
    ByteBuffer found = scratch.pollFirst();
    return found != null && found.capacity() >= bytes
        ? found.clear()
        : ClaimedMemory.direct(bytes, new FieldLocation("Sample.file", 0, name));
  }

  /** Whether the decoder's own rows are what is wanted. */
  private static boolean isWhole(DecodeOptions options, int width) {
    return options.scale() == DecodeOptions.Scale.FULL
        && options.crop().isEmpty()
        && (options.rowStride() == 0 || options.rowStride() == options.format().rowBytes(width));
  }

  private DecodedImage deliverRaw(
      Sample sample, DecodeOptions options, ByteBuffer pixels, String name) throws PcrException {
    RawImage image = RawImage.of(sample.file(), sample.width(), sample.height(), name);
    long count = (long) image.width() * image.height();
    if (count > limits.pixels()) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("Sample.file", 0, name), Limit.PIXELS, count, limits.pixels());
    }
    return new RawPixels(image.pixels(), image.width(), image.height(), image.format())
        .deliver(options, pixels, name);
  }

  @Override
  public void close() {
    scratch.clear();
    ofScans.close();
    ofWhole.close();
  }
}
