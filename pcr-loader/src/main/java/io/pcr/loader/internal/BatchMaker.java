package io.pcr.loader.internal;

import io.pcr.format.column.ColumnValue;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.SampleHook;
import io.pcr.loader.internal.ImageMaker.Seed;
import io.pcr.loader.order.OrderNumbers;
import io.pcr.loader.order.Purpose;
import io.pcr.reader.OnDamage;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the images of one batch on the decoding threads, those of a piece as soon as it has been
 * read. For one batch.
 */
final class BatchMaker {
  /** Images that a thread makes in one call, before it looks for other work. */
  private static final int TOGETHER = 8;

  private final PlannedBatch plan;
  private final BatchMemory memory;
  private final LoaderOptions options;
  private final List<RunPart> runParts;
  private final Renderers renderers;
  private final Counters counters;
  private final CompletableFuture<MadeBatch> result = new CompletableFuture<>();
  private final AtomicInteger tasksLeft = new AtomicInteger();

  /** The first failure, when the loader is to fail. */
  private volatile Throwable failure;

  /** The last failure of a sample that is to be replaced, for when none is left. */
  private volatile Throwable lastDamage;

  BatchMaker(
      PlannedBatch plan,
      BatchMemory memory,
      LoaderOptions options,
      List<RunPart> runParts,
      Renderers renderers,
      Counters counters) {
    this.plan = plan;
    this.memory = memory;
    this.options = options;
    this.runParts = runParts;
    this.renderers = renderers;
    this.counters = counters;
  }

  /** Begins. The batch has been made when no thread works on it any more. */
  void begin(Workers threads) {
    Map<Piece, List<Integer>> byPiece = new LinkedHashMap<>();
    for (int entry = 0; entry < plan.entries.size(); entry++) {
      byPiece.computeIfAbsent(plan.pieces[entry], piece -> new ArrayList<>()).add(entry);
    }
    List<Runnable> starts = new ArrayList<>();
    byPiece.forEach(
        (piece, entries) -> {
          for (int from = 0; from < entries.size(); from += TOGETHER) {
            List<Integer> some = entries.subList(from, Math.min(entries.size(), from + TOGETHER));
            tasksLeft.incrementAndGet();
            starts.add(() -> piece.whenRead(() -> threads.execute(() -> run(some))));
          }
        });
    tasksLeft.incrementAndGet(); // This method's own, so that nothing ends before it.
    starts.forEach(Runnable::run);
    taskDone();
  }

  private void run(List<Integer> entries) {
    long begun = System.nanoTime();
    if (failure == null) {
      try {
        make(entries);
      } catch (RuntimeException | Error e) { // Not what is wrong with one sample.
        failure = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e;
      }
    }
    counters.decoded(System.nanoTime() - begun, entries.size());
    taskDone();
  }

  private void make(List<Integer> entries) {
    ImageMaker renderer = renderers.get();
    List<Sample> samples = new ArrayList<>(entries.size());
    List<Integer> noted = new ArrayList<>(entries.size());
    for (int entry : entries) {
      memory.failed[entry] = false;
      memory.replaced[entry] = false;
      memory.degraded[entry] = false;
      note(entry, renderer)
          .ifPresent(
              sample -> {
                samples.add(sample);
                noted.add(entry);
              });
    }
    List<Optional<PcrException>> failures = renderer.render(memory.pixels);
    for (int i = 0; i < failures.size(); i++) {
      if (failures.get(i).isPresent()) {
        failed(noted.get(i), failures.get(i).get());
      } else {
        made(noted.get(i), samples.get(i));
      }
    }
  }

  /** Notes an image that is to be made; empty when it cannot be. */
  private Optional<Sample> note(int entry, ImageMaker renderer) {
    try {
      Optional<Sample> sample = plan.pieces[entry].sample(plan.places[entry]);
      if (sample.isPresent()) {
        RunPart part = runParts.get(plan.entries.part(entry));
        int imageBytes = options.imageBytes();
        renderer.add(sample.get(), seed(entry), part.reconstruction(), entry * imageBytes);
      } else {
        memory.failed[entry] = true;
      }
      return sample;
    } catch (CompletionException e) {
      failed(entry, e.getCause());
    } catch (IOException | RuntimeException | Error e) {
      failed(entry, e);
    }
    return Optional.empty();
  }

  private Seed seed(int entry) {
    long seed = runParts.get(plan.entries.part(entry)).seed();
    return new Seed(seed, plan.entries.epoch(entry), plan.samples[entry]);
  }

  private void made(int entry, Sample sample) {
    OptionalLong label = sample.label();
    memory.labelled[entry] = label.isPresent();
    memory.labels[entry] = label.orElse(0);
    memory.keys[entry] = options.keys() ? sample.key() : null;
    if (sample.isDegraded()) {
      memory.degraded[entry] = true;
      counters.degraded();
    }
    memory.stored[entry] = sample;
    try {
      for (int column = 0; column < memory.values.length; column++) {
        Optional<ColumnValue> value = sample.value(options.columns().get(column));
        memory.values[column][entry] = value.map(BatchMaker::own).orElse(null);
      }
      if (options.hook().isPresent()) {
        callHook(options.hook().get(), entry, sample);
      }
    } catch (IOException | RuntimeException | Error e) {
      failed(entry, e);
    }
  }

  private void callHook(SampleHook hook, int entry, Sample sample) throws IOException {
    int imageBytes = options.imageBytes();
    ByteBuffer pixels = memory.pixels.slice(entry * imageBytes, imageBytes);
    Seed of = seed(entry);
    long seed = OrderNumbers.key(of.part(), of.epoch(), Purpose.OF_SAMPLE.id(), of.sample(), 0);
    memory.results[entry] = hook.apply(sample, pixels, new SplittableRandom(seed));
  }

  /** The value in memory of its own: what it was read to is used again. */
  private static ColumnValue own(ColumnValue value) {
    ByteBuffer bytes = value.bytes();
    return ColumnValue.of(value.spec(), ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
  }

  /** What is wrong with one sample may be replaced; what is wrong with the storage may not. */
  private void failed(int entry, Throwable e) {
    memory.failed[entry] = true;
    lastDamage = e;
    boolean isOfSample = e instanceof PcrException.Corrupt || e instanceof PcrException.Unsupported;
    if (options.onDamage() == OnDamage.FAIL || !isOfSample) {
      failure = e;
    }
  }

  private void taskDone() {
    if (tasksLeft.decrementAndGet() > 0) {
      return;
    }
    if (failure == null) {
      replace();
    }
    if (failure == null) {
      result.complete(new MadeBatch(plan, memory, options, System.nanoTime()));
    } else {
      result.completeExceptionally(failure);
    }
  }

  /** Puts the image before it, or the last, in place of one that could not be made. */
  private void replace() {
    int size = plan.entries.size();
    if (size == 0) {
      return; // A rank may get none of a short batch.
    }
    int good = size - 1;
    while (good >= 0 && memory.failed[good]) {
      good--;
    }
    if (good < 0) {
      failure =
          lastDamage != null
              ? lastDamage
              : new IOException("all samples of batch " + plan.number + " are damaged");
      return;
    }
    for (int entry = 0; entry < size; entry++) {
      if (!memory.failed[entry]) {
        good = entry;
      } else {
        copy(good, entry);
        counters.replaced();
      }
    }
  }

  private void copy(int from, int to) {
    int imageBytes = options.imageBytes();
    memory.pixels.put(to * imageBytes, memory.pixels, from * imageBytes, imageBytes);
    memory.labels[to] = memory.labels[from];
    memory.labelled[to] = memory.labelled[from];
    memory.keys[to] = memory.keys[from];
    memory.stored[to] = memory.stored[from];
    memory.results[to] = memory.results[from];
    for (ColumnValue[] column : memory.values) {
      column[to] = column[from];
    }
    memory.degraded[to] = memory.degraded[from];
    memory.replaced[to] = true;
    plan.parts[to] = plan.parts[from];
    plan.samples[to] = plan.samples[from];
  }

  /** Waits until the batch has been made. */
  MadeBatch await() throws InterruptedException, ExecutionException {
    return result.get();
  }

  /** Ends the making: who waits for the batch learns that the loader is closed. */
  void cancel() {
    AlreadyClosedException closed = new AlreadyClosedException("the loader");
    failure = closed;
    result.completeExceptionally(closed);
  }
}
