package io.pcr.format.internal.index;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecord;
import io.pcr.format.internal.sort.SortedRecords;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Builds an index from the shards: reads every shard once, sorts keys and labels in bounded memory,
 * and writes them in order. One builder for all variants and all kinds of index. Not thread-safe.
 */
public final class IndexBuilder implements Closeable {
  /** How many samples of a label are given to {@link IndexOutput#labelled} at a time. */
  public static final int LABEL_CHUNK = 120;

  private static final int LOCATION_LENGTH = 2 * Integer.BYTES;
  private static final int POSITION_LENGTH = 3 * Long.BYTES;
  private static final int SHOWN_KEY_LENGTH = 200;

  private final IndexSource source;
  private final ShardTable shards;
  private final ExternalSorter keys;
  private final ExternalSorter labels;
  private final ExternalSorter positions;

  private IndexBuilder(IndexSource source, Path scratch, int sortBuffer) {
    this.source = source;
    this.shards = ShardTable.of(source);
    this.keys = new ExternalSorter(scratch, sortBuffer);
    this.labels = new ExternalSorter(scratch, sortBuffer);
    this.positions = new ExternalSorter(scratch, sortBuffer);
  }

  /**
   * Reads the source and writes the whole index; the output is finished but not closed.
   *
   * @param scratch an existing directory for temporary files, left as it was
   * @throws PcrException.Corrupt when a key stands twice, naming both places, or a shard has
   *     another number of samples than the manifest says
   */
  public static void build(IndexSource source, Path scratch, IndexOutput output)
      throws IOException {
    build(source, 0, scratch, output);
  }

  /**
   * As {@link #build(IndexSource, Path, IndexOutput)}, but reads and writes only the shards from
   * one on, for an output that has those before.
   */
  public static void build(IndexSource source, int firstShard, Path scratch, IndexOutput output)
      throws IOException {
    build(source, firstShard, scratch, output, ExternalSorter.DEFAULT_BUFFER_BYTES);
  }

  static void build(
      IndexSource source, int firstShard, Path scratch, IndexOutput output, int sortBuffer)
      throws IOException {
    try (IndexBuilder builder = new IndexBuilder(source, scratch, sortBuffer)) {
      builder.readShards(firstShard);
      output.begin(
          source.identity(),
          builder.shards,
          new IndexTotals(
              builder.keys.records(),
              builder.keys.keyBytes(),
              builder.labels.records(),
              builder.positions.records()));
      builder.writeKeys(output);
      builder.writeLabels(output);
      builder.writePositions(output);
      output.finish();
    }
  }

  @Override
  public void close() throws IOException {
    try (keys;
        labels;
        positions) {
      // All three delete their scratch files, whichever fails.
    }
  }

  private void readShards(int firstShard) throws IOException {
    int number = firstShard;
    for (ShardKeys shard : source.shards().subList(firstShard, source.shards().size())) {
      ShardIntake intake = new ShardIntake(shard, number++);
      shard.forEachSample(intake);
      if (intake.ordinal != shard.entry().sampleCount()) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("Manifest.sample_count", 0, shard.entry().name()),
            shard.entry().sampleCount(),
            intake.ordinal);
      }
    }
  }

  /** Takes the samples of one shard. */
  private final class ShardIntake implements ShardKeys.SampleConsumer {
    private final ShardKeys shard;
    private final int number;
    private int ordinal;

    ShardIntake(ShardKeys shard, int number) {
      this.shard = shard;
      this.number = number;
    }

    @Override
    public void sample(byte[] key, OptionalLong label) throws IOException {
      if (key.length < 1 || key.length > StoredKey.MAX_KEY_LENGTH) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("key_lengths[" + ordinal + "]", 0, shard.entry().name()),
            key.length,
            "1 to " + StoredKey.MAX_KEY_LENGTH);
      }
      if (ordinal == shard.entry().sampleCount()) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("Manifest.sample_count", 0, shard.entry().name()),
            shard.entry().sampleCount(),
            "more");
      }
      SampleLocation location = new SampleLocation(number, ordinal);
      keys.add(StoredKey.of(key), bytes(location));
      if (label.isPresent()) {
        labels.add(LabelOrder.bytes(label.getAsLong(), shards.number(location)), new byte[0]);
      }
      ordinal++;
    }

    @Override
    public void sample(byte[] key, OptionalLong label, RecordPosition position) throws IOException {
      sample(key, label);
      positions.add(
          bytes(new SampleLocation(number, ordinal - 1)),
          ByteBuffer.allocate(POSITION_LENGTH)
              .putLong(position.fileOffset())
              .putLong(position.innerOffset())
              .putLong(position.length())
              .array());
    }
  }

  private void writeKeys(IndexOutput output) throws IOException {
    byte[][] before = new byte[2][];
    drain(
        keys,
        (key, payload) -> {
          if (Arrays.equals(before[0], key)) {
            throw duplicate(key, location(before[1]), location(payload));
          }
          Optional<SampleLocation> there = output.key(key, location(payload));
          if (there.isPresent()) {
            throw duplicate(key, there.get(), location(payload));
          }
          before[0] = key;
          before[1] = payload;
        });
  }

  private void writeLabels(IndexOutput output) throws IOException {
    LabelChunk chunk = new LabelChunk(output);
    drain(labels, (key, payload) -> chunk.add(LabelOrder.label(key), LabelOrder.number(key)));
    chunk.flush();
  }

  /** Gathers the samples of one label. */
  private static final class LabelChunk {
    private final IndexOutput output;
    private final long[] numbers = new long[LABEL_CHUNK];
    private int count;
    private long label;

    LabelChunk(IndexOutput output) {
      this.output = output;
    }

    void add(long nextLabel, long number) throws IOException {
      if (count == LABEL_CHUNK || nextLabel != label) {
        flush();
      }
      label = nextLabel;
      numbers[count++] = number;
    }

    void flush() throws IOException {
      if (count > 0) {
        output.labelled(label, numbers, count);
      }
      count = 0;
    }
  }

  /** Takes sorted records. */
  private interface RecordConsumer {
    void record(byte[] key, byte[] payload) throws IOException;
  }

  private static void drain(ExternalSorter sorter, RecordConsumer consumer) throws IOException {
    try (SortedRecords sorted = sorter.sorted()) {
      for (SortedRecord next = sorted.next(); next != null; next = sorted.next()) {
        consumer.record(next.key(), next.value());
      }
    }
  }

  private void writePositions(IndexOutput output) throws IOException {
    drain(
        positions,
        (key, payload) -> {
          ByteBuffer values = ByteBuffer.wrap(payload);
          output.position(
              location(key),
              new RecordPosition(values.getLong(), values.getLong(), values.getLong()));
        });
  }

  private PcrException duplicate(byte[] key, SampleLocation first, SampleLocation second) {
    return new PcrException.Corrupt(
        ErrorCode.MALFORMED,
        new FieldLocation("Index.key", second.ordinal(), name(second)),
        "\"" + shown(key) + "\" in sample " + second.ordinal() + " of " + name(second),
        "unique, but it is also sample " + first.ordinal() + " of " + name(first));
  }

  private String name(SampleLocation location) {
    return shards.entries().get(location.shard()).name();
  }

  private static String shown(byte[] key) {
    String text =
        new String(key, 0, Math.min(key.length, SHOWN_KEY_LENGTH), StandardCharsets.UTF_8);
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private static byte[] bytes(SampleLocation location) {
    return ByteBuffer.allocate(LOCATION_LENGTH)
        .putInt(location.shard())
        .putInt(location.ordinal())
        .array();
  }

  private static SampleLocation location(byte[] bytes) {
    ByteBuffer values = ByteBuffer.wrap(bytes);
    return new SampleLocation(values.getInt(), values.getInt());
  }
}
