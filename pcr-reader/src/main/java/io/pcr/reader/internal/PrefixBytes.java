package io.pcr.reader.internal;

import io.pcr.format.metadata.Encoding;
import io.pcr.reader.internal.stored.SampleFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A sample's slices in the one buffer of a shard's reader.
 *
 * @param group the last group whose slice is in use
 */
record PrefixBytes(PrefixData data, int sample, int group) implements SampleBytes {

  @Override
  public List<ByteBuffer> slices() {
    List<ByteBuffer> slices = new ArrayList<>(group + 1);
    for (int g = 1; g <= group; g++) {
      int length = data.file().metadata().sliceLength(g, sample);
      if (length > 0) {
        slices.add(data.view(data.file().layout().slicePosition(g, sample), length));
      }
    }
    Encoding encoding = data.file().metadata().encoding(sample);
    if (SampleFile.endLength(encoding) > 0) {
      slices.add(SampleFile.end(encoding));
    }
    return slices;
  }

  @Override
  public Optional<ByteBuffer> alongside(long position, int length) {
    return data.holds(position, length)
        ? Optional.of(data.view(position, length))
        : Optional.empty();
  }
}
