package io.pcr.writer.extract;

import io.pcr.reader.Sample;
import io.pcr.reader.output.TargetFolder;
import java.io.Closeable;
import java.io.IOException;

/**
 * Takes the samples that are given out of a dataset. For one thread, unless it says otherwise;
 * whoever makes one closes it.
 */
public interface SampleSink extends Closeable {
  /** Whether several threads may write, in any order. */
  boolean isParallel();

  /** Writes one sample whole, or nothing of it. */
  @FunctionalInterface
  interface Write {
    TargetFolder.Outcome run() throws IOException;
  }

  /**
   * Reads all of a sample that is to be written. What fails here is the dataset's fault, what fails
   * in writing the target's.
   *
   * @return which is run before the next is made
   * @throws NotWritableException when this sample cannot be written there; others can
   */
  Write prepare(Sample sample) throws IOException;

  /** Makes what was written durable; without it an archive does not appear. */
  void finish() throws IOException;
}
