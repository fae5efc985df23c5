package io.pcr.format.internal.metadata;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.ColorClass;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.tables.ColumnTable;
import io.pcr.format.internal.tables.ShardMetadataTable;
import io.pcr.format.internal.text.Utf8;
import io.pcr.format.metadata.Encoding;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of the schema's table {@code ShardMetadata} that its structure does not enforce, in the
 * order in which the specification lists them.
 */
final class ShardMetadataValidator {
  private static final int EMPTY_CRC32C = Crc32C.of(new byte[0]);

  private final ShardMetadataTable table;
  private final int sampleCount;
  private final int groupCount;

  private ShardMetadataValidator(ShardMetadataTable table, int sampleCount, int groupCount) {
    this.table = table;
    this.sampleCount = sampleCount;
    this.groupCount = groupCount;
  }

  /** Returns where each key starts, and where the last ends. */
  static int[] check(ShardMetadataTable table, int sampleCount, int groupCount) {
    return new ShardMetadataValidator(table, sampleCount, groupCount).check();
  }

  private int[] check() {
    requireCounts();
    requireLabels();
    int[] keyOffsets = requireKeys();
    for (int sample = 0; sample < sampleCount; sample++) {
      requireSample(sample);
    }
    requireSlices();
    requireTargets();
    requireColumns();
    return keyOffsets;
  }

  private void requireCounts() {
    long slices = (long) groupCount * sampleCount;
    // Every sample has a key length, so the head's count is bounded by what has been read already.
    requireCount("key_lengths", table.keyLengths(), sampleCount);
    requireCount("widths", table.widths(), sampleCount);
    requireCount("heights", table.heights(), sampleCount);
    requireCount("color_classes", table.colorClasses(), sampleCount);
    requireCount("encodings", table.encodings(), sampleCount);
    requireCount("source_flags", table.sourceFlags(), sampleCount);
    requireCount("source_lengths", table.sourceLengths(), sampleCount);
    requireCount("slice_lengths", table.sliceLengths(), slices);
    requireCount("slice_crc32c", table.sliceCrc32c(), slices);
    if (table.labels().hasRemaining()) {
      requireCount("labels", table.labels(), sampleCount);
    }
  }

  private void requireLabels() {
    Presence labelled = ShardMetadata.labelled(table, sampleCount);
    if (labelled.isComplete()) {
      return;
    }
    require(
        table.labels().hasRemaining(),
        ErrorCode.MALFORMED,
        "ShardMetadata.labels_present",
        "there",
        "absent, as no sample has a label");
    for (int i = 0; i < sampleCount; i++) {
      if (!labelled.has(i) && table.labels().get(i) != 0) {
        require(
            false, ErrorCode.MALFORMED, element("labels", i), table.labels().get(i), "0 for none");
      }
    }
  }

  private static void requireCount(String name, Buffer vector, long count) {
    require(
        vector.remaining() == count,
        ErrorCode.MALFORMED,
        "ShardMetadata." + name,
        vector.remaining(),
        count);
  }

  private int[] requireKeys() {
    int[] offsets = new int[sampleCount + 1];
    long end = 0;
    for (int i = 0; i < sampleCount; i++) {
      int length = table.keyLengths().get(i) & 0xFFFF;
      if (length < 1) {
        requireRange(element("key_lengths", i), length, 1, ShardMetadata.MAX_KEY_LENGTH);
      }
      end += length;
      if (end > table.keyBytes().remaining()) {
        break;
      }
      offsets[i + 1] = (int) end;
    }
    requireCount("key_bytes", table.keyBytes(), end);
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < sampleCount; i++) {
      int sample = i;
      ByteBuffer bytes = table.keyBytes().slice(offsets[i], offsets[i + 1] - offsets[i]);
      if (!keys.add(Utf8.decode(bytes, () -> element("key_bytes", sample)))) {
        throw new InvalidFieldException(
            ErrorCode.MALFORMED, element("key_bytes", i), "the key of another sample", "a new one");
      }
    }
    return offsets;
  }

  private void requireSample(int sample) {
    int encodingId = table.encodings().get(sample) & 0xFF;
    int colorId = table.colorClasses().get(sample) & 0xFF;
    Optional<Encoding> encoding = Encoding.ofId(encodingId);
    Optional<ColorClass> colorClass = ColorClass.ofId(colorId);
    if (encoding.isEmpty() || colorClass.isEmpty()) {
      throw new InvalidFieldException(
          ErrorCode.MALFORMED,
          element(encoding.isEmpty() ? "encodings" : "color_classes", sample),
          encoding.isEmpty() ? encodingId : colorId,
          "an id that the schema lists");
    }
    try {
      int width = table.widths().get(sample);
      int height = table.heights().get(sample);
      ImageFacts image = new ImageFacts(encoding.get(), colorClass.get(), width, height);
      requireRange(
          "ShardMetadata.source_lengths", table.sourceLengths().get(sample), 0, Long.MAX_VALUE);
      requireFamily(image);
    } catch (InvalidFieldException e) {
      throw e.element(sample);
    }
  }

  /** All samples are of the same variant. */
  private void requireFamily(ImageFacts image) {
    boolean liquid = (table.encodings().get(0) & 0xFF) >= Encoding.FIRST_LIQUID_ID;
    require(
        image.encoding().isLiquid() == liquid && (!liquid || groupCount == 1),
        ErrorCode.MALFORMED,
        "ShardMetadata.encodings",
        image.encoding(),
        "encodings of one variant, in one group when it is Liquid");
  }

  private void requireSlices() {
    for (int group = 1; group <= groupCount; group++) {
      for (int sample = 0; sample < sampleCount; sample++) {
        int at = (group - 1) * sampleCount + sample;
        int length = table.sliceLengths().get(at);
        if (length < 0) {
          requireRange(element("slice_lengths", at), length & 0xFFFFFFFFL, 0, Integer.MAX_VALUE);
        }
        boolean progressive = table.encodings().get(sample) == Encoding.PROGRESSIVE_JPEG.id();
        boolean allowed = progressive ? group > 1 || length > 0 : group == 1 || length == 0;
        if (!allowed) {
          throw new InvalidFieldException(
              ErrorCode.MALFORMED,
              element("slice_lengths", at),
              length,
              progressive ? "a slice in group 1" : "no slice beyond group 1");
        }
        if (length == 0 && table.sliceCrc32c().get(at) != EMPTY_CRC32C) {
          throw new InvalidFieldException(
              ErrorCode.MALFORMED,
              element("slice_crc32c", at),
              table.sliceCrc32c().get(at),
              EMPTY_CRC32C);
        }
      }
    }
  }

  private void requireTargets() {
    if (table.targets().isPresent()) {
      table.targets().get().requireFits("ShardMetadata.targets", groupCount);
    }
  }

  private void requireColumns() {
    requireRange("ShardMetadata.columns", table.columns().size(), 0, ShardMetadata.MAX_COLUMNS);
    Set<String> names = new HashSet<>();
    for (int i = 0; i < table.columns().size(); i++) {
      ColumnTable column = table.columns().get(i);
      require(
          names.add(column.name()),
          ErrorCode.MALFORMED,
          element("columns", i) + ".name",
          "the name of another column",
          "a new one");
    }
  }

  private static String element(String field, int index) {
    return "ShardMetadata." + field + "[" + index + "]";
  }
}
