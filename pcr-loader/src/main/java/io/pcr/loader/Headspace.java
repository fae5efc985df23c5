package io.pcr.loader;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnValue;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gives a few batches of a loader again and again, from memory: as fast as with them, a program can
 * at most become by a faster loader. For one thread at a time.
 */
public final class Headspace {
  private final List<Kept> kept = new ArrayList<>();
  private int next;

  private Headspace() {}

  /**
   * Takes the next batches of a loader, and keeps copies of their pixels, labels, keys and marks.
   * Values of columns and what a hook made are not kept.
   *
   * @param batches at least 1
   * @throws IllegalArgumentException when the loader gives files
   */
  public static Headspace of(Loader loader, int batches) throws IOException {
    if (batches < 1) {
      throw new IllegalArgumentException(batches + " batches to keep");
    }
    if (loader.options().transform() instanceof Transform.Files) {
      throw new IllegalArgumentException("batches of files cannot be kept");
    }
    Headspace headspace = new Headspace();
    for (int i = 0; i < batches; i++) {
      headspace.kept.add(Kept.of(loader.next(), loader.options().keys()));
    }
    return headspace;
  }

  /** The next of the batches that were kept; the first one follows the last one. */
  public Batch next() {
    Batch batch = kept.get(next);
    next = (next + 1) % kept.size();
    return batch;
  }

  /** What is kept of an image beside its pixels. */
  private record Image(
      OptionalLong label,
      Optional<String> key,
      int part,
      long sample,
      boolean isPadded,
      boolean isDegraded,
      boolean isReplaced) {}

  /** A batch that stays. */
  private record Kept(
      long epoch, long number, Fidelity fidelity, int views, ByteBuffer pixels, List<Image> images)
      implements Batch {
    static Kept of(Batch batch, boolean hasKeys) {
      ByteBuffer given = batch.pixels();
      ByteBuffer pixels = ByteBuffer.allocateDirect(given.remaining()).put(given).flip();
      List<Image> images = new ArrayList<>();
      for (int i = 0; i < batch.size(); i++) {
        images.add(
            new Image(
                batch.label(i),
                hasKeys ? Optional.of(batch.key(i)) : Optional.empty(),
                batch.part(i),
                batch.sample(i),
                batch.isPadded(i),
                batch.isDegraded(i),
                batch.isReplaced(i)));
      }
      return new Kept(
          batch.epoch(), batch.number(), batch.fidelity(), batch.views(), pixels, images);
    }

    @Override
    public int size() {
      return images.size();
    }

    @Override
    public ByteBuffer pixels() {
      return pixels.asReadOnlyBuffer();
    }

    @Override
    public Sample stored(int image) {
      throw new IllegalStateException("the batch has pixels, and no files");
    }

    @Override
    public Optional<Object> result(int image) {
      return Optional.empty();
    }

    @Override
    public OptionalLong label(int image) {
      return images.get(image).label;
    }

    @Override
    public String key(int image) {
      return images
          .get(image)
          .key
          .orElseThrow(() -> new IllegalStateException("the loader was not asked for keys"));
    }

    @Override
    public Optional<ColumnValue> value(int image, String column) {
      throw new IllegalArgumentException("values of columns are not kept");
    }

    @Override
    public int part(int image) {
      return images.get(image).part;
    }

    @Override
    public long sample(int image) {
      return images.get(image).sample;
    }

    @Override
    public boolean isPadded(int image) {
      return images.get(image).isPadded;
    }

    @Override
    public boolean isDegraded(int image) {
      return images.get(image).isDegraded;
    }

    @Override
    public boolean isReplaced(int image) {
      return images.get(image).isReplaced;
    }
  }
}
