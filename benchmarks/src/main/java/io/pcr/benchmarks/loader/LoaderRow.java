package io.pcr.benchmarks.loader;

import io.pcr.benchmarks.tools.ProcessFigures;
import io.pcr.format.Fidelity;
import io.pcr.loader.Batch;
import io.pcr.loader.Loader;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.batch.Remainder;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Quality;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the loader over a dataset and prints one line of JSON, with the names that the harness for
 * other loaders uses ({@code scripts/peers}): the steady rate, the rate with the start, the time to
 * the first batch, and the processor's time for each image. The start is the opening of the dataset
 * in a fresh JVM.
 */
public final class LoaderRow {
  private static final int BATCH = 64;
  private static final int THREADS = 2;

  /** Batches at the start and at the end that do not count for the steady rate. */
  private static final int SKIPPED = 10;

  private static final int TAIL = 4;

  /** Of so many batches the mean of the pixels is taken from one. */
  private static final int CHECKED = 8;

  private LoaderRow() {}

  /**
   * Runs the loader.
   *
   * @param arguments a dataset, a fidelity ({@code full} or an MS-SSIM), a number of epochs, and
   *     the sum of the labels of an epoch
   */
  public static void main(String[] arguments) throws IOException {
    int epochs = Integer.parseInt(arguments[2]);
    long labelSum = Long.parseLong(arguments[3]);
    ProcessFigures before = ProcessFigures.now();
    long begun = System.nanoTime();
    List<Long> times = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    long labels = 0;
    double means = 0;
    long images;
    try (PcrDataset dataset = open(arguments[0]);
        Loader loader = Loader.open(dataset, options(fidelity(dataset, arguments[1])))) {
      while (loader.state().epoch() < epochs) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          labels += batch.label(image).orElseThrow();
        }
        if (times.size() % CHECKED == 0) {
          means += mean(batch.pixels());
        }
        times.add(System.nanoTime());
        sizes.add(batch.size());
      }
      images = dataset.sampleCount() * epochs;
    }
    long ended = System.nanoTime();
    ProcessFigures used = ProcessFigures.now();
    if (times.size() <= SKIPPED + TAIL) {
      throw new IOException(times.size() + " batches are too few for a steady rate");
    }
    long given = sizes.stream().mapToLong(Integer::longValue).sum();
    int last = times.size() - 1 - TAIL;
    long steady = sizes.subList(SKIPPED, last + 1).stream().mapToLong(Integer::longValue).sum();
    double steadySeconds = seconds(times.get(SKIPPED - 1), times.get(last));
    System.out.printf(
        Locale.ROOT,
        "{\"loader\": \"pcr\", \"decoder\": \"pcr\", \"workers\": %d, \"threads\": %d,"
            + " \"images\": %d, \"seconds\": %.3f, \"ips\": %.1f, \"ips_total\": %.1f,"
            + " \"first_s\": %.3f, \"cpu_ms_per_image\": %.3f, \"rss_mb\": %d, \"pss_mb\": %d,"
            + " \"read_mb\": %.1f, \"mean\": %.1f, \"complete\": %b}%n",
        THREADS,
        THREADS,
        given,
        seconds(begun, ended),
        steady / steadySeconds,
        given / seconds(begun, ended),
        seconds(begun, times.get(0)),
        1e3 * (used.cpuSeconds() - before.cpuSeconds()) / given,
        used.peakResidentBytes() >> 20,
        used.peakResidentBytes() >> 20,
        (used.readBytes() - before.readBytes()) / 1e6,
        means / Math.ceil((double) times.size() / CHECKED),
        given == images && labels == labelSum * epochs);
  }

  private static PcrDataset open(String name) throws IOException {
    return name.contains("://")
        ? PcrDataset.open(URI.create(name))
        : PcrDataset.open(Path.of(name));
  }

  private static Fidelity fidelity(PcrDataset dataset, String text) throws IOException {
    return text.equals("full")
        ? Fidelity.FULL
        : dataset.fidelityFor(Quality.msSsim(Double.parseDouble(text)));
  }

  private static LoaderOptions options(Fidelity fidelity) {
    return LoaderOptions.builder()
        .batch(BATCH)
        .seed(1)
        .remainder(Remainder.SHORT)
        .fidelity(fidelity)
        .threads(THREADS)
        .build();
  }

  private static double mean(ByteBuffer pixels) {
    long sum = 0;
    int count = 0;
    for (int i = pixels.position(); i < pixels.limit(); i += 4097, count++) {
      sum += pixels.get(i) & 0xff;
    }
    return (double) sum / count;
  }

  private static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }
}
