package io.pcr.reader.decode;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.reader.Sample;
import io.pcr.reader.decode.Framing.Box;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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

  private final BatchShape shape;
  private final Framing framing;
  private final ExecutorService threads;
  private final ThreadLocal<Worker> workers;

  /**
   * Starts the threads.
   *
   * @param threadCount how many images are decoded at a time, at least 1
   */
  public BatchDecoder(BatchShape shape, Framing framing, int threadCount) {
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
    this.workers = ThreadLocal.withInitial(Worker::new);
  }

  /** The shape of each batch. */
  public BatchShape shape() {
    return shape;
  }

  /**
   * Decodes a batch and waits for it.
   *
   * @param samples in the order of their images; valid until this returns
   * @param pixels direct; receives {@code shape().imageBytes()} for each sample from its position
   *     on, which advances past them
   * @throws IOException of the first sample in order that could not be decoded; no image of the
   *     batch is then to be used
   * @throws IllegalArgumentException when the buffer is not direct, or too small
   * @throws AlreadyClosedException when this decoder is closed
   */
  public void decode(List<? extends Sample> samples, ByteBuffer pixels) throws IOException {
    if (threads.isShutdown()) {
      throw new AlreadyClosedException("the batch decoder");
    }
    long needed = (long) samples.size() * shape.imageBytes();
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
      int at = start + i * shape.imageBytes();
      images.add(
          threads.submit(
              () -> {
                if (!stop.get()) {
                  workers.get().decode(sample, pixels, at);
                }
                return null;
              }));
    }
    await(images, stop);
    pixels.position(start + (int) needed);
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

  /** What a thread keeps from image to image. */
  private final class Worker {
    private final Resampler resampler = new Resampler(shape);
    private ByteBuffer scratch = ByteBuffer.allocateDirect(0);

    void decode(Sample sample, ByteBuffer out, int at) throws IOException {
      FieldLocation size = new FieldLocation("ShardMetadata.widths", 0, sample.toString());
      if (sample.width() < 1 || sample.height() < 1) {
        throw PcrException.Unsupported.image(size, "an image of unknown size cannot be cropped");
      }
      Box box = framing.box(sample, sample.width(), sample.height());
      Scale scale = scale(box);
      Crop crop = crop(box, scale, sample);
      long bytes = shape.format().imageBytes(crop.width(), crop.height());
      if (bytes > Integer.MAX_VALUE) {
        throw new PcrException.LimitExceeded(size, Limit.BUFFER_BYTES, bytes, Integer.MAX_VALUE);
      }
      if (scratch.capacity() < bytes) {
        scratch = ClaimedMemory.direct((int) bytes, size);
      }
      decode(sample, DecodeOptions.of(shape.format()).withScale(scale).withCrop(crop), size);
      resampler.resample(scratch, crop.width(), crop.height(), out, at);
    }

    /** The crop is inside the size that the metadata gives, which the image may contradict. */
    private void decode(Sample sample, DecodeOptions options, FieldLocation size)
        throws IOException {
      try {
        sample.decode(options, scratch.clear());
      } catch (IllegalArgumentException e) {
        PcrException contradiction =
            PcrException.Corrupt.image(
                size, "the image is not " + sample.width() + " x " + sample.height());
        contradiction.initCause(e);
        throw contradiction;
      }
    }

    /** The smallest scale at which the box still has the batch's size, if there is one. */
    private Scale scale(Box box) {
      for (Scale scale : new Scale[] {Scale.EIGHTH, Scale.QUARTER, Scale.HALF}) {
        if (scale.of(box.width()) >= shape.width() && scale.of(box.height()) >= shape.height()) {
          return scale;
        }
      }
      return Scale.FULL;
    }

    private static Crop crop(Box box, Scale scale, Sample sample) {
      int width = scale.of(sample.width());
      int height = scale.of(sample.height());
      double ratio = 1.0 / (1 << scaleShift(scale));
      int x = Math.min((int) (box.x() * ratio), width - 1);
      int y = Math.min((int) (box.y() * ratio), height - 1);
      return new Crop(
          x,
          y,
          Math.min(scale.of(box.width()), width - x),
          Math.min(scale.of(box.height()), height - y));
    }

    private static int scaleShift(Scale scale) {
      return switch (scale) {
        case FULL -> 0;
        case HALF -> 1;
        case QUARTER -> 2;
        case EIGHTH -> 3;
      };
    }
  }
}
