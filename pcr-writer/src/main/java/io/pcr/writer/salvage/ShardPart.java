package io.pcr.writer.salvage;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * What was found in one of the files that are a shard.
 *
 * @param isDerived whether the UUID is that of what the file says of its samples
 * @param isWhole whether it is the shard that was written, to the last byte
 */
record ShardPart(Path file, Examined found, UUID uuid, boolean isDerived, boolean isWhole) {

  /** Whether what the two files say of their samples is the same, to the last byte. */
  boolean isSameAs(ShardPart other) {
    return isDerived && other.isDerived && uuid.equals(other.uuid);
  }

  /** What is whole in any of the files. */
  static Examined together(List<ShardPart> parts) {
    return parts.stream().map(ShardPart::found).reduce(Examined::and).orElseThrow();
  }
}
