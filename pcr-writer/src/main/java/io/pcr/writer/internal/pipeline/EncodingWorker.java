package io.pcr.writer.internal.pipeline;

import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.source.InputRejectedException;
import java.io.IOException;

/**
 * Turns inputs into samples, one after the other, in a thread of its own.
 *
 * @param <T> what an input is
 */
public interface EncodingWorker<T> extends AutoCloseable {
  /**
   * Encodes one input.
   *
   * @param number of the input, as it was submitted with
   * @throws InputRejectedException when this one does not get in
   */
  EncodedSample encode(T input, long number) throws IOException;

  @Override
  void close() throws IOException;
}
