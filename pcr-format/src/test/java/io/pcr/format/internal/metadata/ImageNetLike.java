package io.pcr.format.internal.metadata;

import io.pcr.format.ColorClass;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.quality.GroupTargets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Metadata as ImageNet has it: keys of 1,000 synsets in shuffled order, log-normal sizes about 110
 * kB shared among eight groups as the default script shares them, sides that cluster, and checksums
 * that do not compress.
 */
public final class ImageNetLike {
  private static final int CLASSES = 1000;
  private static final int MEAN_LENGTH = 110_000;
  private static final List<Double> SHARES = List.of(.058, .054, .092, .063, .099, .144, .075, .36);

  /** Of each sample. */
  static final int GROUPS = SHARES.size();

  private static final List<Integer> WIDTHS = List.of(500, 500, 500, 375, 333, 400);
  private static final List<Integer> HEIGHTS = List.of(500, 375, 375, 375, 333, 400);

  private final Random random;
  private final List<String> synsets = new ArrayList<>();

  public ImageNetLike(long seed) {
    random = new Random(seed);
    for (int i = 0; i < CLASSES; i++) {
      synsets.add(String.format(Locale.ROOT, "n%08d", 1_440_764 + random.nextInt(13_634_000)));
    }
  }

  /** The metadata of a shard of {@code count} samples. */
  public ShardMetadata metadata(int count) {
    Optional<GroupTargets> targets = Optional.of(ShardFixture.targets(SHARES.size()));
    ShardMetadataBuilder builder = ShardMetadata.builder(SHARES.size()).targets(targets);
    samples(count).forEach(builder::add);
    return builder.build();
  }

  public List<SampleEntry> samples(int count) {
    List<SampleEntry> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(sample(i));
    }
    return samples;
  }

  private SampleEntry sample(int number) {
    int label = random.nextInt(CLASSES);
    String synset = synsets.get(label);
    String key = synset + "/" + synset + "_" + (1 + random.nextInt(29)) + number + ".JPEG";
    double length = MEAN_LENGTH * Math.exp(random.nextGaussian() * .55 - .15);
    List<SliceEntry> slices = new ArrayList<>();
    for (double share : SHARES) {
      double slice = length * share * Math.exp(random.nextGaussian() * .25);
      slices.add(new SliceEntry(1 + (int) slice, random.nextInt()));
    }
    SourceFlags flags = SourceFlags.NONE.withSof(0xC0).with(SourceFlags.Fact.JFIF);
    SourceFacts source =
        new SourceFacts(
            random.nextInt(4) == 0 ? flags.with(SourceFlags.Fact.ICC) : flags, (long) length);
    ImageFacts image =
        new ImageFacts(Encoding.PROGRESSIVE_JPEG, ColorClass.YCBCR, side(WIDTHS), side(HEIGHTS));
    return new SampleEntry(key, OptionalLong.of(label), image, source, slices);
  }

  private int side(List<Integer> usual) {
    int choice = random.nextInt(usual.size() + 1);
    return choice < usual.size() ? usual.get(choice) : 200 + random.nextInt(1000);
  }
}
