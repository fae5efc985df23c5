package io.pcr.format.internal.metadata;

import static java.util.Objects.checkIndex;

import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.checksum.Sha256;
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

  /** The stored label of a sample that has none, in a shard where others have. */
  static final long NO_LABEL = Long.MIN_VALUE;

  private final ByteBuffer flatBuffer;
  private final ShardMetadataTable table;
  private final int sampleCount;
  private final int[] keyOffsets;
  private final List<Column> columns;

  private ShardMetadata(ByteBuffer flatBuffer, ShardMetadataTable table) {
    this.flatBuffer = flatBuffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    this.table = table;
    this.keyOffsets = ShardMetadataValidator.check(table);
    this.sampleCount = (int) table.sampleCount();
    this.columns = columns(table, sampleCount);
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

  /** Takes samples one by one. */
  public static ShardMetadataBuilder builder(int groupCount) {
    return new ShardMetadataBuilder(groupCount);
  }

  /**
   * Encodes and checks a table.
   *
   * @throws InvalidFieldException when it breaks a rule of its schema
   */
  static ShardMetadata of(ShardMetadataTable table) {
    return new ShardMetadata(table.encode(), table);
  }

  /**
   * Decodes and checks a METADATA region.
   *
   * @param frame the region's bytes
   * @param origin where they stand
   */
  public static ShardMetadata decode(ByteBuffer frame, Limits limits, Origin origin)
      throws PcrException {
    byte[] content =
        ZstdFrame.decompress(
            frame, Limit.METADATA_BYTES, limits.metadataBytes(), "ShardMetadata", origin);
    return decodeFlatBuffer(ByteBuffer.wrap(content), origin);
  }

  /** Decodes and checks a metadata that is not compressed; the buffer stays in use. */
  public static ShardMetadata decodeFlatBuffer(ByteBuffer content, Origin origin)
      throws PcrException {
    ShardMetadataTable table = ShardMetadataTable.decode(content, origin);
    try {
      return new ShardMetadata(content, table);
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
    return table.groupCount();
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
    if (!table.labels().hasRemaining() || table.labels().get(sample) == NO_LABEL) {
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

  /** SHA-256 of the original file, where the writer kept it. */
  public Optional<Sha256> sourceSha256(int sample) {
    checkIndex(sample, sampleCount);
    if (!table.sourceSha256().hasRemaining()) {
      return Optional.empty();
    }
    return Optional.of(
        Sha256.read(table.sourceSha256().slice(sample * Sha256.LENGTH, Sha256.LENGTH)));
  }

  public SourceFacts source(int sample) {
    return new SourceFacts(sourceFlags(sample), sourceLength(sample), sourceSha256(sample));
  }

  /** Bytes of a sample's part of a group. */
  public int sliceLength(int group, int sample) {
    int at = sliceIndex(group, sample);
    return ShardMetadataValidator.sliceLength(table, at);
  }

  /** CRC-32C of a sample's part of a group. */
  public int sliceCrc32c(int group, int sample) {
    return table.sliceCrc32c().get(sliceIndex(group, sample));
  }

  private int sliceIndex(int group, int sample) {
    return checkIndex(group - 1, groupCount()) * sampleCount + checkIndex(sample, sampleCount);
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
          ErrorCode.LENGTH_MISMATCH,
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
