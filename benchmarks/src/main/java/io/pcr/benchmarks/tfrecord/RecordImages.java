package io.pcr.benchmarks.tfrecord;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A folder's first JPEGs, as they are and as other files of the same pixels. */
final class RecordImages {
  private static final PixelFormat RGB = PixelFormat.RGB;
  private static final int MAX_PIXEL_BYTES = 64 << 20;

  final List<ByteBuffer> jpegs = new ArrayList<>();
  final List<ByteBuffer> pngs = new ArrayList<>();
  final List<ByteBuffer> bmps = new ArrayList<>();

  RecordImages(Path folder, int count) throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(MAX_PIXEL_BYTES);
    try (Stream<Path> paths = Files.walk(folder);
        JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      for (Path path : paths.filter(Files::isRegularFile).sorted().limit(count).toList()) {
        ByteBuffer jpeg = ByteBuffer.wrap(Files.readAllBytes(path));
        DecodedImage image =
            decoder.decode(List.of(jpeg), DecodeOptions.rgb(), pixels.clear(), path.toString());
        jpegs.add(jpeg);
        pngs.add(png(pixels.flip(), image));
        bmps.add(bmp(pixels.rewind(), image));
      }
    }
  }

  private static ByteBuffer png(ByteBuffer pixels, DecodedImage image) throws IOException {
    long most = PngCodec.maxEncodedLength(image.width(), image.height(), RGB);
    ByteBuffer png = ByteBuffer.allocateDirect(Math.toIntExact(most));
    PngCodec.encode(pixels, image.width(), image.height(), RGB, PngOptions.DEFAULT, png);
    return ByteBuffer.allocate(png.flip().remaining()).put(png).flip();
  }

  private static ByteBuffer bmp(ByteBuffer pixels, DecodedImage image) throws IOException {
    long length = BmpCodec.encodedLength(image.width(), image.height(), RGB);
    ByteBuffer bmp = ByteBuffer.allocate(Math.toIntExact(length));
    BmpCodec.encode(pixels, image.width(), image.height(), RGB, bmp);
    return bmp.flip();
  }
}
