package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;

/** What is worth knowing of an image that is no JPEG. */
final class MetadataFlags {
  private MetadataFlags() {}

  static SourceFlags of(ImageMetadata metadata) {
    SourceFlags flags = SourceFlags.NONE.withOrientation(metadata.orientation());
    flags = metadata.icc().hasRemaining() ? flags.with(Fact.ICC) : flags;
    return metadata.exif().hasRemaining() ? flags.with(Fact.EXIF) : flags;
  }
}
