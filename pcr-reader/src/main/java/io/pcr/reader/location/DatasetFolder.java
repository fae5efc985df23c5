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
 * library does not know; only {@link #open} is needed to read a dataset.
 */
public interface DatasetFolder {
  /**
   * Opens the manifest or a shard.
   *
   * @param name a plain file name
   * @return a source that the caller closes
   * @throws java.nio.file.NoSuchFileException when there is no such file, as far as that is known
   *     before anything is read
   */
  ByteSource open(String name) throws IOException;

  /** What can be done here; by default, ranges of files can be read. */
  default Set<Capability> capabilities() {
    return EnumSet.of(Capability.READ_RANGES);
  }

  /** Whether something can be done here. */
  default boolean can(Capability capability) {
    return capabilities().contains(capability);
  }

  /**
   * The names of all files, sorted; without those that begin with a point.
   *
   * @throws UnsupportedOperationException without {@link Capability#LIST}
   */
  default List<String> list() throws IOException {
    throw new UnsupportedOperationException("the files cannot be listed");
  }

  /** The path of the folder; there is one where {@link Capability#LOCAL} is. */
  default Optional<Path> local() {
    return Optional.empty();
  }
}
