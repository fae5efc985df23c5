package io.pcr.advisor;

import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.order.OrderOptions;
import java.io.IOException;

/**
 * The settings of a loader that the advice speaks of.
 *
 * @param batch samples of a step
 * @param lanes of the order
 * @param window of the order
 */
public record LoaderSettings(int batch, int lanes, int window) {
  /** With more of the dataset in windows at a time, an epoch begins by reading most of it. */
  private static final int MOST_SHARE = 16;

  /** Of a sample that is measured, an epoch has as many batches at least. */
  private static final int FEWEST_BATCHES = 8;

  private static final int FEWEST_LANES = 8;
  private static final int SMALLEST_WINDOW = 32;

  /**
   * The settings for a dataset.
   *
   * @param isFast whether its place sends bytes faster than they are needed, so that it does not
   *     matter when they are read
   */
  static LoaderSettings of(long images, int batch, boolean isFast) {
    int size = batch;
    while (size > 1 && images / size < FEWEST_BATCHES) {
      size /= 2;
    }
    OrderOptions usual = OrderOptions.forBatch(size);
    int lanes = usual.lanes();
    int window = usual.window();
    while (!isFast && tooMany(images, lanes, window) && window > SMALLEST_WINDOW) {
      window /= 2;
    }
    while (!isFast && tooMany(images, lanes, window) && lanes > FEWEST_LANES && lanes % 2 == 0) {
      lanes /= 2;
    }
    return new LoaderSettings(size, lanes, window);
  }

  private static boolean tooMany(long images, int lanes, int window) {
    return (long) lanes * window > images / MOST_SHARE;
  }

  /** Whether they are the loader's own. */
  public boolean isUsual() {
    return OrderOptions.forBatch(batch).equals(OrderOptions.lanes(lanes, window));
  }

  /** The loader's options for a source. */
  static LoaderOptions.Builder of(
      TuneSource source, TuneOptions options, Fidelity fidelity, boolean isFast, LoaderCache cache)
      throws IOException {
    LoaderSettings settings = of(source.dataset().sampleCount(), options.batch(), isFast);
    LoaderOptions.Builder builder =
        LoaderOptions.builder()
            .batch(settings.batch)
            .lanes(settings.lanes)
            .window(settings.window)
            .seed(options.seed())
            .transform(options.transform())
            .threads(options.threads())
            .fidelity(fidelity)
            .cache(cache);
    options.memory().ifPresent(builder::memory);
    return builder;
  }
}
