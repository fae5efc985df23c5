package io.pcr.loader;

import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * What a program does with each sample, on the loader's threads: several calls are under way at a
 * time. It must not wait for the caller of {@link Loader#next}.
 */
@FunctionalInterface
public interface SampleHook {
  /**
   * Called once for each image of a batch, before the batch is given to the caller. An exception
   * ends the run, unless it says that the sample is damaged and the options say what to do then.
   *
   * @param sample as it is stored; valid during the call
   * @param pixels of all views of the image, which the call may change; without bytes when batches
   *     have files. Valid during the call
   * @param random numbers that depend only on the seed, the epoch and the sample, so that a run
   *     that is resumed draws the same
   * @return what {@link Batch#result} is to give for the image, or null. Its memory is not part of
   *     the loader's
   */
  Object apply(Sample sample, ByteBuffer pixels, RandomGenerator random) throws IOException;
}
