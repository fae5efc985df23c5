package io.pcr.format.internal.metadata;

import static java.util.Objects.requireNonNull;

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
    requireNonNull(label, "label");
    requireNonNull(image, "image");
    requireNonNull(source, "source");
    slices = List.copyOf(slices);
  }
}
