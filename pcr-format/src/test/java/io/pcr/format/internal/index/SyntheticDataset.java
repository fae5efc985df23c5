package io.pcr.format.internal.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Shards with keys as ImageNet has them, made on demand, so that a large dataset costs no memory.
 */
public final class SyntheticDataset implements IndexSource {
  private static final int SAMPLES_A_CLASS = 1300;
  private static final long ABOUT_GOLDEN = 618_033_989;

  private final long samples;
  private final int samplesAShard;
  private final boolean shuffled;
  private final boolean positioned;
  private final long generation;
  private final long factor;

  private SyntheticDataset(
      long samples, int samplesAShard, boolean shuffled, boolean positioned, long generation) {
    this.samples = samples;
    this.samplesAShard = samplesAShard;
    this.shuffled = shuffled;
    this.positioned = positioned;
    this.generation = generation;
    long candidate = ABOUT_GOLDEN;
    while (gcd(candidate, Math.max(1, samples)) != 1) {
      candidate++;
    }
    this.factor = candidate;
  }

  public static SyntheticDataset of(long samples, int samplesAShard) {
    return new SyntheticDataset(samples, samplesAShard, true, false, 1);
  }

  /** The same samples class by class, as a conversion without shuffling writes them. */
  public SyntheticDataset inOrder() {
    return new SyntheticDataset(samples, samplesAShard, false, positioned, generation);
  }

  /** The same samples in shards without directories. */
  public SyntheticDataset withPositions() {
    return new SyntheticDataset(samples, samplesAShard, shuffled, true, generation);
  }

  /** The same samples under another generation. */
  public SyntheticDataset generation(long other) {
    return new SyntheticDataset(samples, samplesAShard, shuffled, positioned, other);
  }

  public long samples() {
    return samples;
  }

  /** The key of a sample by its number. */
  public byte[] key(long number) {
    long id = id(number);
    long imageClass = id / SAMPLES_A_CLASS;
    String name = String.format("n%08d", 1_440_764 + imageClass * 1009);
    return (name + "/" + name + "_" + id % SAMPLES_A_CLASS * 7 + ".JPEG")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** The label of a sample by its number. */
  public long label(long number) {
    return id(number) / SAMPLES_A_CLASS;
  }

  public RecordPosition position(long number) {
    return new RecordPosition(number * 100_000, number % 7, 99_000 + number % 1000);
  }

  /**
   * Multiplying by a factor that has no divisor in common with the count only changes the order.
   */
  private long id(long number) {
    return shuffled ? Math.floorMod(number * factor, samples) : number;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  @Override
  public IndexIdentity identity() {
    return new IndexIdentity(new UUID(7, samples), generation);
  }

  @Override
  public List<ShardKeys> shards() {
    List<ShardKeys> shards = new ArrayList<>();
    for (long first = 0; first < samples; first += samplesAShard) {
      shards.add(new SyntheticShard(first, (int) Math.min(samplesAShard, samples - first)));
    }
    return shards;
  }

  private final class SyntheticShard implements ShardKeys {
    private final long first;
    private final int count;

    SyntheticShard(long first, int count) {
      this.first = first;
      this.count = count;
    }

    @Override
    public ShardTable.Entry entry() {
      String name = String.format("part-%05d.pcr", first / samplesAShard);
      return new ShardTable.Entry(name, NO_UUID, count);
    }

    @Override
    public void forEachSample(SampleConsumer consumer) throws IOException {
      for (long number = first; number < first + count; number++) {
        if (positioned) {
          consumer.sample(key(number), OptionalLong.of(label(number)), position(number));
        } else {
          consumer.sample(key(number), OptionalLong.of(label(number)));
        }
      }
    }
  }
}
