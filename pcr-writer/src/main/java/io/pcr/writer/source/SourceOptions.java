package io.pcr.writer.source;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where inputs come from, and how they are read: {@link FolderSourceOptions}, {@link
 * io.pcr.writer.source.archive.TarSourceOptions}, {@link
 * io.pcr.writer.source.archive.ReferencePcrOptions} or {@link
 * io.pcr.writer.source.tfrecord.TfRecordSourceOptions}. Immutable.
 */
public interface SourceOptions {
  /** The file or folder that inputs come from; of a stream only a name for messages. */
  Path root();

  /** Whether inputs come from a stream, which can be read once, and not from a place. */
  default boolean isStream() {
    return false;
  }

  /** Everything that decides what the inputs are, as names and values. */
  Map<String, String> describe();
}
