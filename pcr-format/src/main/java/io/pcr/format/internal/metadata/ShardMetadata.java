package io.pcr.format.internal.metadata;

import static java.util.Objects.checkIndex;

import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.tables.ShardMetadataTable;
import io.pcr.format.internal.text.Utf8;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.quality.GroupTargets;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Everything about the samples of a shard but their bytes (spec section "Shard metadata"): a
 * FlatBuffer in a zstd frame.
 *
 * <pre>
 * | zstd frame ( FlatBuffer "PCRM" ) |
 * </pre>
 *
 * <p>Whatever exists as an object of this class has passed every check of the specification.
 * Immutable and thread-safe. Samples are numbered from 0, groups from 1. Returned buffers are
 * read-only views.
 */
public final class ShardMetadata {
  /** The most columns that a shard can have. */
  public static final int MAX_COLUMNS = ShardMetadataTable.MAX_COLUMNS;

  /** The longest key, in bytes of UTF-8. */
  public static final int MAX_KEY_LENGTH = 65_535;

  private final ByteBuffer flatBuffer;
  private final ShardMetadataTable table;
  private final int sampleCount;
  private final int groupCount;
  private final int[] keyOffsets;
  private final Presence labelled;
  private final List<Column> columns;

  private ShardMetadata(
      ByteBuffer flatBuffer, ShardMetadataTable table, int sampleCount, int groupCount) {
    this.flatBuffer = flatBuffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    this.table = table;
    this.sampleCount = sampleCount;
    this.groupCount = groupCount;
    this.keyOffsets = ShardMetadataValidator.check(table, sampleCount, groupCount);
    this.labelled = labelled(table, sampleCount);
    this.columns = columns(table, sampleCount);
  }

  /** Checked like the vectors of columns. */
  static Presence labelled(ShardMetadataTable table, int sampleCount) {
    return Presence.of(table.labelsPresent(), sampleCount, "ShardMetadata.labels_present");
  }

  private static List<Column> columns(ShardMetadataTable table, int sampleCount) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      try {
        columns.add(Column.of(table.columns().get(i), sampleCount));
      } catch (InvalidFieldException e) {
        throw e.under("ShardMetadata.columns[" + i + "]");
      }
    }
    return List.copyOf(columns);
  }

  /**
   * How long the vectors are.
   *
   * @param samples of the shard
   * @param groups scan groups; 1 in a Liquid shard
   */
  public record Counts(int samples, int groups) {}

  /** Takes samples one by one. */
  public static ShardMetadataBuilder builder(int groupCount) {
    return new ShardMetadataBuilder(groupCount);
  }

  /**
   * Encodes and checks a table.
   *
   * @throws InvalidFieldException when it breaks a rule of its schema
   */
  static ShardMetadata of(ShardMetadataTable table, int sampleCount, int groupCount) {
    return new ShardMetadata(table.encode(), table, sampleCount, groupCount);
  }

  /**
   * Decodes and checks a METADATA region.
   *
   * @param frame the region's bytes
   * @param counts what the head and the region table say
   * @param origin where they stand
   */
  public static ShardMetadata decode(ByteBuffer frame, Counts counts, Limits limits, Origin origin)
      throws PcrException {
    byte[] content =
        ZstdFrame.decompress(
            frame, Limit.METADATA_BYTES, limits.metadataBytes(), "ShardMetadata", origin);
    return decodeFlatBuffer(ByteBuffer.wrap(content), counts, origin);
  }

  /** Decodes and checks a metadata that is not compressed; the buffer stays in use. */
  public static ShardMetadata decodeFlatBuffer(ByteBuffer content, Counts counts, Origin origin)
      throws PcrException {
    ShardMetadataTable table = ShardMetadataTable.decode(content, origin);
    try {
      return new ShardMetadata(content, table, counts.samples(), counts.groups());
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  /** The bytes of the METADATA region. */
  public byte[] encode() {
    return ZstdFrame.compressTables(flatBuffer);
  }

  /** The metadata before compression. */
  public ByteBuffer flatBuffer() {
    return flatBuffer.duplicate();
  }

  public int sampleCount() {
    return sampleCount;
  }

  public int groupCount() {
    return groupCount;
  }

  /** What the groups were chosen to show; empty when nothing is stated. */
  public Optional<GroupTargets> targets() {
    return table.targets();
  }

  public List<Column> columns() {
    return columns;
  }

  /** The column with a name, or empty. */
  public Optional<Column> column(String name) {
    return columns.stream().filter(column -> column.spec().name().equals(name)).findFirst();
  }

  public String key(int sample) {
    return Utf8.decode(keyBytes(sample), "ShardMetadata.key_bytes");
  }

  /** The key's UTF-8. */
  public ByteBuffer keyBytes(int sample) {
    checkIndex(sample, sampleCount);
    int start = keyOffsets[sample];
    return table.keyBytes().slice(start, keyOffsets[sample + 1] - start);
  }

  /** The sample with a key; looks at all of them, so that an index is better for many. */
  public OptionalInt find(String key) {
    ByteBuffer wanted = ByteBuffer.wrap(Utf8.encode(key, "key"));
    for (int sample = 0; sample < sampleCount; sample++) {
      if (wanted.equals(keyBytes(sample))) {
        return OptionalInt.of(sample);
      }
    }
    return OptionalInt.empty();
  }

  public OptionalLong label(int sample) {
    checkIndex(sample, sampleCount);
    if (!table.labels().hasRemaining() || !labelled.has(sample)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(table.labels().get(sample));
  }

  /** Pixels; 0 when unknown. */
  public int width(int sample) {
    return table.widths().get(sample);
  }

  /** Pixels; 0 when unknown. */
  public int height(int sample) {
    return table.heights().get(sample);
  }

  public ColorClass colorClass(int sample) {
    return ColorClass.ofId(table.colorClasses().get(sample)).orElseThrow();
  }

  public Encoding encoding(int sample) {
    return Encoding.ofId(table.encodings().get(sample)).orElseThrow();
  }

  public ImageFacts image(int sample) {
    return new ImageFacts(encoding(sample), colorClass(sample), width(sample), height(sample));
  }

  public SourceFlags sourceFlags(int sample) {
    return new SourceFlags(table.sourceFlags().get(sample));
  }

  /** Bytes of the original file. */
  public long sourceLength(int sample) {
    return table.sourceLengths().get(sample);
  }

  public SourceFacts source(int sample) {
    return new SourceFacts(sourceFlags(sample), sourceLength(sample));
  }

  /** Bytes of a sample's part of a group. */
  public int sliceLength(int group, int sample) {
    int at = sliceIndex(group, sample);
    return table.sliceLengths().get(at);
  }

  /** CRC-32C of a sample's part of a group. */
  public int sliceCrc32c(int group, int sample) {
    return table.sliceCrc32c().get(sliceIndex(group, sample));
  }

  private int sliceIndex(int group, int sample) {
    return checkIndex(group - 1, groupCount) * sampleCount + checkIndex(sample, sampleCount);
  }

  /** All that the metadata says of a sample. */
  public SampleEntry entry(int sample) {
    List<SliceEntry> slices = new ArrayList<>();
    for (int group = 1; group <= groupCount(); group++) {
      slices.add(new SliceEntry(sliceLength(group, sample), sliceCrc32c(group, sample)));
    }
    return new SampleEntry(key(sample), label(sample), image(sample), source(sample), slices);
  }

  /**
   * Proves the bytes of a slice by their number and checksum.
   *
   * @param slice its position stays as it is
   * @param origin where the slice was read
   */
  public void checkSlice(int group, int sample, ByteBuffer slice, Origin origin)
      throws PcrException.Corrupt {
    if (slice.remaining() != sliceLength(group, sample)) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field(sliceField("slice_lengths", group, sample)),
          sliceLength(group, sample),
          slice.remaining());
    }
    int stored = sliceCrc32c(group, sample);
    int computed = Crc32C.of(slice);
    if (stored != computed) {
      throw PcrException.Corrupt.checksum(
          origin.field(sliceField("slice_crc32c", group, sample)), stored, computed);
    }
  }

  private static String sliceField(String field, int group, int sample) {
    return "ShardMetadata." + field + "[group " + group + "][sample " + sample + "]";
  }
}
