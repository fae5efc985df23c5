package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnValue;
import io.pcr.loader.Batch;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.Sample;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A batch as the caller sees it.
 *
 * @param madeAt when it was ready
 */
record MadeBatch(PlannedBatch plan, BatchMemory memory, LoaderOptions options, long madeAt)
    implements Batch {
  @Override
  public long epoch() {
    return plan.epoch;
  }

  @Override
  public long number() {
    return plan.number;
  }

  @Override
  public Fidelity fidelity() {
    return plan.fidelity;
  }

  @Override
  public int size() {
    return plan.entries.size();
  }

  @Override
  public int views() {
    return options.views();
  }

  @Override
  public ByteBuffer pixels() {
    if (hasFiles()) {
      throw new IllegalStateException("the batch has files, and no pixels");
    }
    return memory.pixels.slice(0, size() * options.imageBytes()).asReadOnlyBuffer();
  }

  private boolean hasFiles() {
    return options.transform() instanceof Transform.Files;
  }

  @Override
  public Sample stored(int image) {
    if (!hasFiles()) {
      throw new IllegalStateException("the batch has pixels, and no files");
    }
    return memory.stored[checked(image)];
  }

  @Override
  public Optional<Object> result(int image) {
    return Optional.ofNullable(memory.results[checked(image)]);
  }

  private int checked(int image) {
    return Objects.checkIndex(image, size());
  }

  @Override
  public OptionalLong label(int image) {
    return memory.labelled[checked(image)]
        ? OptionalLong.of(memory.labels[image])
        : OptionalLong.empty();
  }

  @Override
  public String key(int image) {
    if (!options.keys()) {
      throw new IllegalStateException("the loader was not asked for keys");
    }
    return memory.keys[checked(image)];
  }

  @Override
  public Optional<ColumnValue> value(int image, String column) {
    int number = options.columns().indexOf(column);
    if (number < 0) {
      throw new IllegalArgumentException("the loader was not asked for the column " + column);
    }
    return Optional.ofNullable(memory.values[number][checked(image)]);
  }

  @Override
  public int part(int image) {
    return plan.parts[checked(image)];
  }

  @Override
  public long sample(int image) {
    return plan.samples[checked(image)];
  }

  @Override
  public boolean isPadded(int image) {
    return plan.entries.padded(checked(image));
  }

  @Override
  public boolean isDegraded(int image) {
    return memory.degraded[checked(image)];
  }

  @Override
  public boolean isReplaced(int image) {
    return memory.replaced[checked(image)];
  }
}
