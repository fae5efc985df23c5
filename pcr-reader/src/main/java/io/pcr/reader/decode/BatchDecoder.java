package io.pcr.reader.decode;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.quality.Reconstruction;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.decode.PartRenderer;
import io.pcr.reader.internal.decode.PartRenderer.Part;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decodes batches of samples, each framed and scaled to one size, into one buffer. Scaling begins
 * in the decoder: of a large image only as much is computed as the batch's size needs.
 *
 * <p>Thread-safe: batches of several callers share the threads. Whoever makes one closes it, when
 * no batch is under way; closing twice is fine.
 */
public final class BatchDecoder implements Closeable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final ResizeShape shape;
  private final Framing framing;
  private final ExecutorService threads;
  private final ThreadLocal<PartRenderer> renderers;

  /**
   * Starts the threads.
   *
   * @param threadCount how many images are decoded at a time, at least 1
   */
  public BatchDecoder(ResizeShape shape, Framing framing, int threadCount) {
    this.shape = requireNonNull(shape, "shape");
    this.framing = requireNonNull(framing, "framing");
    if (threadCount < 1) {
      throw new IllegalArgumentException("threadCount " + threadCount + " must be at least 1");
    }
    int number = NUMBERS.incrementAndGet();
    AtomicInteger thread = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            threadCount,
            task -> {
              Thread worker =
                  new Thread(task, "pcr-decode-" + number + "-" + thread.incrementAndGet());
              worker.setDaemon(true);
              return worker;
            });
    this.renderers = ThreadLocal.withInitial(() -> new PartRenderer(shape));
  }

  /** The shape of each batch. */
  public ResizeShape shape() {
    return shape;
  }

  /**
   * Decodes a batch and waits for it.
   *
   * @param samples in the order of their images; valid until this returns
   * @param pixels direct; receives {@code shape().bytes()} for each sample from its position on,
   *     which advances past them
   * @throws IOException of the first sample in order that could not be decoded; no image of the
   *     batch is then to be used
   * @throws IllegalArgumentException when the buffer is not direct, or too small
   * @throws AlreadyClosedException when this decoder is closed
   */
  public void decode(List<? extends Sample> samples, ByteBuffer pixels) throws IOException {
    if (threads.isShutdown()) {
      throw new AlreadyClosedException("the batch decoder");
    }
    long needed = (long) samples.size() * shape.bytes();
    if (!pixels.isDirect() || pixels.isReadOnly() || needed > pixels.remaining()) {
      throw new IllegalArgumentException(
          "the batch needs a direct buffer of "
              + needed
              + " bytes, there are "
              + pixels.remaining());
    }
    int start = pixels.position();
    AtomicBoolean stop = new AtomicBoolean();
    List<Future<?>> images = new ArrayList<>(samples.size());
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      int at = start + i * shape.bytes();
      images.add(
          threads.submit(
              () -> {
                if (!stop.get()) {
                  renderers
                      .get()
                      .render(
                          sample,
                          (view, w, h) -> part(sample, w, h),
                          Reconstruction.PLAIN,
                          pixels,
                          at);
                }
                return null;
              }));
    }
    await(images, stop);
    pixels.position(start + (int) needed);
  }

  private Part part(Sample sample, int width, int height) {
    Framing.Box box = framing.box(sample, width, height);
    return new Part(box.x(), box.y(), box.width(), box.height(), false);
  }

  /**
   * Returns or throws only when no thread works on the batch any more: the caller's buffers are the
   * caller's again then.
   */
  private static void await(List<Future<?>> images, AtomicBoolean stop) throws IOException {
    Throwable failure = null;
    boolean interrupted = false;
    for (Future<?> image : images) {
      boolean done = false;
      while (!done) {
        try {
          image.get();
          done = true;
        } catch (ExecutionException e) {
          failure = failure == null ? e.getCause() : failure;
          done = true;
        } catch (InterruptedException e) {
          interrupted = true;
        }
        if (failure != null || interrupted) {
          stop.set(true);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      failure = failure == null ? new InterruptedIOException("interrupted in a batch") : failure;
    }
    rethrow(failure);
  }

  private static void rethrow(Throwable failure) throws IOException {
    if (failure instanceof IOException io) {
      throw io;
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new IOException(failure);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }

  /**
   * Chooses the part of each image that becomes the batch's image. Implementations are thread-safe,
   * and give the same for the same arguments.
   */
  @FunctionalInterface
  public interface Framing {
    /**
     * A part of an image, in its own pixels.
     *
     * @param x left edge
     * @param y upper edge
     * @param width at least 1
     * @param height at least 1
     */
    record Box(int x, int y, int width, int height) {
      public Box {
        if (x < 0 || y < 0 || width < 1 || height < 1) {
          throw new IllegalArgumentException(width + " x " + height + " at " + x + ", " + y);
        }
      }
    }

    /**
     * The part to take, inside {@code 0, 0, width, height}.
     *
     * @param sample whose image it is
     * @param width of the image
     * @param height of the image
     */
    Box box(Sample sample, int width, int height);

    /** The complete image, in its own proportions. */
    static Framing whole() {
      return (sample, width, height) -> new Box(0, 0, width, height);
    }

    /**
     * The middle of the image, in the proportions of the batch's images.
     *
     * @param share of the largest such part, in (0, 1]; 0.875 is 224 of 256
     */
    static Framing centre(ResizeShape shape, double share) {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share " + share + " is not in (0, 1]");
      }
      return (sample, width, height) -> {
        double scale =
            share * Math.min((double) width / shape.width(), (double) height / shape.height());
        int w = Math.max(1, (int) Math.round(scale * shape.width()));
        int h = Math.max(1, (int) Math.round(scale * shape.height()));
        return new Box((width - w) / 2, (height - h) / 2, w, h);
      };
    }

    /**
     * A part of random area and proportions, different for each key: the usual augmentation for
     * training.
     *
     * @param seed another one, such as one for each epoch, gives other parts
     * @param minArea least share of the image's area, in (0, 1]; 0.08 is usual
     */
    static Framing random(long seed, double minArea) {
      if (!(minArea > 0 && minArea <= 1)) {
        throw new IllegalArgumentException("minArea " + minArea + " is not in (0, 1]");
      }
      return (sample, width, height) -> {
        SplittableRandom random =
            new SplittableRandom(seed ^ (0x9E3779B97F4A7C15L * sample.key().hashCode()));
        double area = (minArea + (1 - minArea) * random.nextDouble()) * width * height;
        // Proportions between 3:4 and 4:3, evenly on a logarithmic scale.
        double ratio = Math.exp((random.nextDouble() * 2 - 1) * Math.log(4.0 / 3));
        int w = (int) Math.max(1, Math.min(width, Math.round(Math.sqrt(area * ratio))));
        int h = (int) Math.max(1, Math.min(height, Math.round(Math.sqrt(area / ratio))));
        int x = (int) (random.nextDouble() * (width - w + 1));
        int y = (int) (random.nextDouble() * (height - h + 1));
        return new Box(x, y, w, h);
      };
    }
  }
}
