package io.pcr.writer.internal.encode;

import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;

/**
 * Makes samples for the shards of one variant from image files. Not thread-safe. Whoever creates it
 * closes it.
 */
public interface SampleEncoder extends AutoCloseable {
  /**
   * Encodes one file. The encoder does not need the file's bytes after the call.
   *
   * @param place the place of the input in the order of the run, counted from 0, including rejected
   *     inputs
   * @throws InputRejectedException when the settings do not accept the file
   */
  EncodedSample encode(SourceSample sample, long place) throws InputRejectedException;

  @Override
  void close();
}
