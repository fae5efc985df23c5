package io.pcr.benchmarks.scripts;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.reader.internal.quality.MsSsim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An original that scripts are tried on, its pixels, and what has been found out about it: images
 * in which the same bits of the same coefficients are known have the same pixels, whatever the
 * script that brought them there.
 */
final class SourceImage {
  private final String name;
  private final ByteBuffer jpeg;
  private final ByteBuffer pixels;
  private final int width;
  private final int height;
  private final DecodeOptions options;
  private final Map<String, Double> msSsimByState = new HashMap<>();

  private SourceImage(String name, ByteBuffer jpeg, JpegInfo info, JpegDecoder decoder)
      throws IOException {
    this.name = name;
    this.jpeg = jpeg;
    width = info.width();
    height = info.height();
    options = info.components() == 1 ? DecodeOptions.grey() : DecodeOptions.rgb();
    pixels = ByteBuffer.allocateDirect(Math.toIntExact(options.format().imageBytes(width, height)));
    decoder.decode(jpeg, options, pixels, name);
    pixels.flip();
  }

  static SourceImage read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer jpeg = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      JpegInfo info = decoder.inspect(List.of(jpeg), file.toString());
      return new SourceImage(file.toString(), jpeg, info, decoder);
    }
  }

  /** All files of a directory, in the order of their paths. */
  static List<SourceImage> readAll(Path directory) throws IOException {
    List<SourceImage> images = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        images.add(read(file));
      }
    }
    return images;
  }

  String name() {
    return name;
  }

  ByteBuffer jpeg() {
    return jpeg.duplicate();
  }

  DecodeOptions options() {
    return options;
  }

  /** Room for the pixels. */
  int pixelBytes() {
    return pixels.remaining();
  }

  /** Whether a state's likeness is known, so that nothing need be decoded for it. */
  boolean knows(String state) {
    return msSsimByState.containsKey(state);
  }

  /** How close decoded pixels come to the original's. */
  double msSsim(String state, ByteBuffer decoded, MsSsim metric) {
    PixelFormat format = options.format();
    return msSsimByState.computeIfAbsent(
        state, ignored -> metric.compare(pixels, decoded, width, height, format));
  }
}
