package io.pcr.writer.internal.shard;

import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.shard.ShardLimits;
import java.util.ArrayList;
import java.util.List;

/** Gathers samples until a shard is full. Not thread-safe. */
public final class ShardAssembler {
  private final ShardLimits limits;
  private List<EncodedSample> samples = new ArrayList<>();
  private long bytes;

  public ShardAssembler(ShardLimits limits) {
    this.limits = limits;
  }

  /** Whether the shard has to end before this sample. */
  public boolean mustEndBefore(EncodedSample sample) {
    return !samples.isEmpty()
        && (samples.size() == limits.samples() || bytes + sample.bytes() > limits.bytes());
  }

  /** Adds the next sample. */
  public void add(EncodedSample sample) {
    samples.add(sample);
    bytes += sample.bytes();
  }

  /** Whether there is nothing to write. */
  public boolean isEmpty() {
    return samples.isEmpty();
  }

  /** Ends the shard: gives its samples and begins the next one. */
  public List<EncodedSample> take() {
    List<EncodedSample> taken = samples;
    samples = new ArrayList<>();
    bytes = 0;
    return taken;
  }
}
