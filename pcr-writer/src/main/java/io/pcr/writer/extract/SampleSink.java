package io.pcr.writer.extract;

import io.pcr.reader.Sample;
import io.pcr.reader.output.OutputReport;
import java.io.Closeable;
import java.io.IOException;

/**
 * Receives the samples that an {@link Extraction} reads. Not thread-safe, unless an implementation
 * says otherwise. Whoever creates a sink closes it.
 */
public interface SampleSink extends Closeable {
  /** Whether several threads may use the sink, in any order. */
  boolean isParallel();

  /** Writes one sample completely, or nothing of it. */
  @FunctionalInterface
  interface Write {
    OutputReport.Outcome run() throws IOException;
  }

  /**
   * Reads everything of a sample that must be written. An error here comes from the dataset; an
   * error while writing comes from the target.
   *
   * @return the write, which the caller runs before it prepares the next sample
   * @throws NotWritableException when this sink cannot write this sample; it can write others
   */
  Write prepare(Sample sample) throws IOException;

  /** Makes the written samples durable. Without this call an archive does not appear. */
  void finish() throws IOException;
}
