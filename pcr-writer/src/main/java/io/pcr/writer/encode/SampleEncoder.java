package io.pcr.writer.encode;

import io.pcr.writer.source.InputRejectedException;
import io.pcr.writer.source.SourceSample;

/**
 * Makes samples of image files, as the shards of one variant hold them. For one thread. Whoever
 * makes one closes it.
 */
public interface SampleEncoder extends AutoCloseable {
  /**
   * Encodes one file; its bytes are not needed afterwards.
   *
   * @param place of the input in the order of the run, counted from 0, rejected ones included
   * @throws InputRejectedException when the settings do not let it in
   */
  EncodedSample encode(SourceSample sample, long place) throws InputRejectedException;

  @Override
  void close();
}
