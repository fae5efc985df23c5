package io.pcr.format.internal.shard;

import io.pcr.format.ColorClass;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.column.ColumnValues;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.shard.ShardVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A shard of bytes that a seed decides, with all that went into it. The slices are not JPEG: the
 * container does not look into them.
 */
public final class ShardFixture implements ShardContent {
  private static final List<Encoding> LIQUID =
      List.of(Encoding.JPEG, Encoding.PNG, Encoding.WEBP, Encoding.BMP, Encoding.RAW);

  private final Random random;
  private final ShardVariant variant;
  private final int groupCount;
  private final List<SampleEntry> entries = new ArrayList<>();
  private final List<List<ByteBuffer>> slices = new ArrayList<>();
  private final List<List<ByteBuffer>> columnValues = new ArrayList<>();
  private final List<ColumnBuilder> columns = new ArrayList<>();
  private Optional<EncodedRestoreRegion> restore = Optional.empty();
  private int maxSliceLength = 20;

  private ShardFixture(long seed, ShardVariant variant, int groupCount) {
    this.random = new Random(seed);
    this.variant = variant;
    this.groupCount = groupCount;
  }

  public static ShardFixture pcr(long seed, int groupCount) {
    return new ShardFixture(seed, ShardVariant.PCR, groupCount);
  }

  public static ShardFixture liquid(long seed) {
    return new ShardFixture(seed, ShardVariant.LIQUID, 1);
  }

  public ShardFixture maxSliceLength(int length) {
    maxSliceLength = length;
    return this;
  }

  /** Adds samples of all colour classes and encodings of the variant. */
  public ShardFixture samples(int count) {
    for (int i = 0; i < count; i++) {
      addSample("class-" + random.nextInt(10) + "/é " + entries.size() + ".JPEG");
    }
    return this;
  }

  private void addSample(String key) {
    ImageFacts image = image();
    List<ByteBuffer> bytes = new ArrayList<>();
    List<SliceEntry> sliceEntries = new ArrayList<>();
    for (int group = 1; group <= groupCount; group++) {
      boolean progressive = image.encoding() == Encoding.PROGRESSIVE_JPEG;
      int least = group == 1 ? 1 : 0;
      boolean empty = group > 1 && !progressive;
      ByteBuffer slice = bytes(empty ? 0 : least + random.nextInt(maxSliceLength));
      bytes.add(slice);
      sliceEntries.add(SliceEntry.of(slice));
    }
    slices.add(bytes);
    OptionalLong label =
        random.nextInt(4) == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextInt(1000) - 5);
    SourceFacts source =
        new SourceFacts(
            SourceFlags.NONE.withSof(0xC0).with(SourceFlags.Fact.JFIF), random.nextInt(1 << 20));
    entries.add(new SampleEntry(key, label, image, source, sliceEntries));
  }

  private ImageFacts image() {
    int width = 1 + random.nextInt(5000);
    int height = 1 + random.nextInt(5000);
    if (variant == ShardVariant.LIQUID) {
      Encoding encoding = LIQUID.get(random.nextInt(LIQUID.size()));
      return new ImageFacts(encoding, ColorClass.OPAQUE, width, height);
    }
    ColorClass colorClass = ColorClass.ofId(random.nextInt(1 + ColorClass.FOUR.id())).orElseThrow();
    boolean opaque = colorClass == ColorClass.OPAQUE;
    return new ImageFacts(
        opaque ? Encoding.OPAQUE : Encoding.PROGRESSIVE_JPEG, colorClass, width, height);
  }

  private ByteBuffer bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  /**
   * Adds a column of each type and placement, in all shapes, with absent values, over the samples
   * so far.
   */
  public ShardFixture allColumns() {
    for (ColumnType type : ColumnType.values()) {
      for (Placement placement : Placement.values()) {
        String name = type + "-" + placement;
        addColumn(
            switch ((type.id() + placement.id()) % 3) {
              case 0 -> new ColumnSpec(name, type, placement);
              case 1 -> ColumnSpec.varying(name, type, placement);
              default ->
                  type.isVariable()
                      ? new ColumnSpec(name, type, placement)
                      : ColumnSpec.fixed(name, type, 4, placement);
            });
      }
    }
    return this;
  }

  private void addColumn(ColumnSpec spec) {
    ColumnBuilder builder = new ColumnBuilder(spec);
    List<ByteBuffer> values = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (random.nextInt(5) == 0) {
        builder.addAbsent();
        values.add(ByteBuffer.allocate(0));
      } else {
        ColumnValue value = ColumnValues.random(spec, random);
        builder.add(value);
        values.add(value.bytes());
      }
    }
    columns.add(builder);
    columnValues.add(values);
  }

  public ShardFixture restore(EncodedRestoreRegion region) {
    restore = Optional.of(region);
    return this;
  }

  /** Targets for all groups but the last. */
  public static GroupTargets targets(int groupCount) {
    List<Integer> values = IntStream.range(1, groupCount).map(g -> 900_000 + g).boxed().toList();
    return new GroupTargets(QualityMeasure.MS_SSIM, GroupTargets.Way.QUALITY, values);
  }

  public ShardMetadata metadata() {
    ShardMetadataBuilder builder = ShardMetadata.builder(groupCount);
    if (variant == ShardVariant.PCR) {
      builder.targets(Optional.of(targets(groupCount)));
    }
    entries.forEach(builder::add);
    columns.forEach(column -> builder.addColumn(column.build()));
    return builder.build();
  }

  public ShardPlan plan() {
    return ShardPlan.of(variant, metadata(), restore);
  }

  /** The shard's file. */
  public byte[] encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      plan().writeTo(Channels.newChannel(out), this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  public List<SampleEntry> entries() {
    return entries;
  }

  @Override
  public ByteBuffer slice(int group, int sample) {
    return slices.get(sample).get(group - 1);
  }

  @Override
  public ByteBuffer columnValue(int column, int sample) {
    return columnValues.get(column).get(sample);
  }
}
