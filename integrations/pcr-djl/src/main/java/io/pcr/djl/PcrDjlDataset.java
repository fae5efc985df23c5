package io.pcr.djl;

import static java.util.Objects.requireNonNull;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.Dataset;
import ai.djl.translate.Batchifier;
import ai.djl.util.Progress;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Fidelity;
import io.pcr.loader.Loader;
import io.pcr.loader.transform.Transform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * What a {@link Loader} gives, as DJL wants it. Each iteration is one epoch of the run, or what is
 * left of it when the loader continued within it; the next iteration is the next epoch.
 *
 * <p>The data of a batch are one array of UINT8, in the order of the loader's shape: batch, height,
 * width, channels, or batch, channels, height, width when it is planar. If the loader makes several
 * views of an image, they follow each other. The labels are one array of INT64. Whoever gets a
 * batch closes it.
 *
 * <p>For one thread. Whoever opens the loader closes it.
 *
 * <pre>{@code
 * try (Loader loader = Loader.open(dataset, options)) {
 *   PcrDjlDataset batches = new PcrDjlDataset(loader);
 *   for (Batch batch : trainer.iterateDataset(batches)) {
 *     …
 *     batch.close();
 *   }
 * }
 * }</pre>
 */
public final class PcrDjlDataset implements Dataset {
  private final Loader loader;
  private final ResizeShape image;
  private Fidelity fidelity = Fidelity.FULL;

  /**
   * @throws IllegalArgumentException when the loader gives files, and not pixels
   */
  public PcrDjlDataset(Loader loader) {
    this.loader = requireNonNull(loader, "loader");
    if (!(loader.options().transform() instanceof Transform.Shaped shaped)) {
      throw new IllegalArgumentException("the loader gives files, and DJL needs pixels");
    }
    this.image = shaped.shape();
  }

  /** The loader, which has the state of the run. */
  public Loader loader() {
    return loader;
  }

  /** The fidelity of the batch that was given last; full before the first one. */
  public Fidelity fidelity() {
    return fidelity;
  }

  /** There is nothing to prepare. */
  @Override
  public void prepare(Progress progress) {}

  @Override
  public Iterable<Batch> getData(NDManager manager) {
    return () -> new Epoch(manager, loader.state().epoch());
  }

  /**
   * The next batch of the loader, whatever its epoch.
   *
   * @param manager whose child owns the arrays
   * @throws IOException as {@link Loader#next} throws it
   * @throws IllegalArgumentException when an image has no label
   */
  public Batch next(NDManager manager) throws IOException {
    io.pcr.loader.Batch from = loader.next();
    long[] labels = new long[from.size()];
    List<Long> samples = new ArrayList<>(labels.length);
    for (int image = 0; image < labels.length; image++) {
      int number = image;
      labels[image] =
          from.label(image)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "sample " + from.sample(number) + " has no label to train with"));
      samples.add(from.sample(image));
    }
    ByteBuffer pixels = from.pixels(); // The loader uses this memory again, and DJL may keep it.
    ByteBuffer own = ByteBuffer.allocateDirect(pixels.remaining()).put(pixels).flip();
    fidelity = from.fidelity();
    NDManager child = manager.newSubManager();
    return new Batch(
        child,
        new NDList(child.create(own, shape(labels.length), DataType.UINT8)),
        new NDList(child.create(labels, new Shape(labels.length))),
        labels.length,
        Batchifier.STACK,
        Batchifier.STACK,
        from.number() + 1,
        loader.batches(),
        samples);
  }

  private Shape shape(int images) {
    long count = (long) images * loader.options().views();
    int channels = image.format().channels();
    return image.planar()
        ? new Shape(count, channels, image.height(), image.width())
        : new Shape(count, image.height(), image.width(), channels);
  }

  /** The batches that are left of an epoch. */
  private final class Epoch implements Iterator<Batch> {
    private final NDManager manager;
    private final long epoch;

    Epoch(NDManager manager, long epoch) {
      this.manager = manager;
      this.epoch = epoch;
    }

    @Override
    public boolean hasNext() {
      return loader.state().epoch() == epoch;
    }

    @Override
    public Batch next() {
      if (!hasNext()) {
        throw new NoSuchElementException("epoch " + epoch + " has ended");
      }
      try {
        return PcrDjlDataset.this.next(manager);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
