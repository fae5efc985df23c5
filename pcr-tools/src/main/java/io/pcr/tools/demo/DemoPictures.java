package io.pcr.tools.demo;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.tools.terminal.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A folder of pictures from seeds, in classes that differ in shape: the same in every run. */
final class DemoPictures {
  private static final int QUALITY = 90;

  private enum Kind {
    LANDSCAPE(500, 375, PixelFormat.RGB),
    PORTRAIT(375, 500, PixelFormat.RGB),
    SQUARE(448, 448, PixelFormat.RGB),
    PANORAMA(720, 280, PixelFormat.RGB),
    GREY(500, 375, PixelFormat.GREY),
    SMALL(320, 240, PixelFormat.RGB);

    private final int width;
    private final int height;
    private final PixelFormat format;

    Kind(int width, int height, PixelFormat format) {
      this.width = width;
      this.height = height;
      this.format = format;
    }

    String folder() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Picture(Kind kind, int number) {}

  private DemoPictures() {}

  /** How many there will be. */
  static int count(int perClass) {
    return perClass * Kind.values().length;
  }

  /** Makes them, with a subfolder for each class, in a folder that does not exist yet. */
  static void write(Path folder, int perClass, Progress progress) throws IOException {
    List<Picture> pictures = new ArrayList<>();
    for (int number = 0; number < perClass; number++) {
      for (Kind kind : Kind.values()) {
        pictures.add(new Picture(kind, number));
      }
    }
    for (Kind kind : Kind.values()) {
      Files.createDirectories(folder.resolve(kind.folder()));
    }
    Parallel.forEach(
        pictures,
        Parallel.processors(),
        (position, picture) -> {
          String name = String.format(Locale.ROOT, "%03d.jpg", picture.number());
          write(folder.resolve(picture.kind().folder()).resolve(name), picture, position);
          progress.add(1, 0, 0);
        });
  }

  private static void write(Path file, Picture picture, int seed) throws IOException {
    Kind kind = picture.kind();
    ByteBuffer pixels = SyntheticPhoto.render(seed, kind.width, kind.height, kind.format);
    ImageInfo info = new ImageInfo(kind.width, kind.height, kind.format.channels());
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT);
        FileChannel out =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer jpeg =
          encoder.encode(pixels, info, EncodeOptions.quality(QUALITY), file.toString());
      while (jpeg.hasRemaining()) {
        out.write(jpeg);
      }
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      // A failed write says why and not where.
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }
}
