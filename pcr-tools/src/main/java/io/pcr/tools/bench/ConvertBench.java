package io.pcr.tools.bench;

import io.pcr.tools.bench.Figure.Unit;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.encode.RestorePolicy;
import java.io.IOException;
import java.util.function.Consumer;

/** Converting the images, from files to a published dataset. */
final class ConvertBench {
  private static final String NAME = "convert";

  private ConvertBench() {}

  static void run(BenchFiles files, Consumer<Figure> figures)
      throws IOException, InterruptedException {
    double none = imagesPerSecond(files, RestorePolicy.NONE);
    figures.accept(Figure.of(NAME, "without restore data", Unit.IMAGES_PER_SECOND, none));
    figures.accept(
        Figure.of(
            NAME,
            "with restore data, proved",
            Unit.IMAGES_PER_SECOND,
            imagesPerSecond(files, RestorePolicy.EXACT),
            "without",
            none));
  }

  private static double imagesPerSecond(BenchFiles files, RestorePolicy restore)
      throws IOException, InterruptedException {
    String folder = "converted";
    long start = System.nanoTime();
    Conversion.convert(files.conversion(folder, restore), ConversionListener.SILENT);
    double seconds = (System.nanoTime() - start) * 1e-9;
    BenchFiles.remove(files.work().resolve(folder));
    return files.images().size() / seconds;
  }
}
