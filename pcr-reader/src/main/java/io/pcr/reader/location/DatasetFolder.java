package io.pcr.reader.location;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The files of a dataset, wherever they are. Thread-safe. Implement it for storage that this
 * library does not support; {@link #open} is enough to read a dataset. Holds nothing open.
 */
public interface DatasetFolder {
  /**
   * Opens the manifest or a shard.
   *
   * @param name a plain file name
   * @return a source that the caller closes
   * @throws java.nio.file.NoSuchFileException when the file does not exist, if that is known before
   *     a read
   */
  ByteSource open(String name) throws IOException;

  /** What a program can do in this folder; default: read ranges of files. */
  default Set<Capability> capabilities() {
    return EnumSet.of(Capability.READ_RANGES);
  }

  /** Whether a program can do something in this folder. */
  default boolean can(Capability capability) {
    return capabilities().contains(capability);
  }

  /**
   * The names of all files, sorted, without those that begin with a dot.
   *
   * @throws UnsupportedOperationException without {@link Capability#LIST}
   */
  default List<String> list() throws IOException {
    throw new UnsupportedOperationException("the files cannot be listed");
  }

  /** The path of the folder; present if the folder has {@link Capability#LOCAL}. */
  default Optional<Path> local() {
    return Optional.empty();
  }
}
