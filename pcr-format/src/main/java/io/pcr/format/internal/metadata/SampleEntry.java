package io.pcr.format.internal.metadata;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.metadata.SourceFacts;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the metadata says of one sample. Immutable.
 *
 * @param key 1 to 65,535 bytes of UTF-8
 * @param slices one for each group
 */
public record SampleEntry(
    String key, OptionalLong label, ImageFacts image, SourceFacts source, List<SliceEntry> slices) {
  public SampleEntry {
    requireNonNull(key, "key");
    InvalidFieldException.require(
        label.isEmpty() || label.getAsLong() != ShardMetadata.NO_LABEL,
        ErrorCode.VALUE_OUT_OF_RANGE,
        "ShardMetadata.labels",
        label,
        "more than -2^63, which means no label");
    requireNonNull(image, "image");
    requireNonNull(source, "source");
    slices = List.copyOf(slices);
  }
}
