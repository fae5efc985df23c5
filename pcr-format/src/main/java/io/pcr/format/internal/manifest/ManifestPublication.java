package io.pcr.format.internal.manifest;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The one place where a dataset gets a manifest, its first or a new generation (spec section
 * "Commit protocol"). It asks for the folder's lock, and looks once more, just before the manifest
 * gets its name, whether the one that stands there is the one that the work was based on: where the
 * locks of a file system keep nobody out, that refuses the second of two.
 *
 * <p>Stateless.
 */
public final class ManifestPublication {
  private ManifestPublication() {}

  /** The manifest that stands in a folder, or empty when there is none. */
  public static Optional<Manifest> standing(Path folder) throws IOException {
    Path file = folder.resolve(Manifest.FILE_NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (ByteSource source = FileByteSource.open(file)) {
      return Optional.of(Manifest.read(source, Limits.DEFAULT));
    }
  }

  /**
   * Publishes a manifest; one that stands there already, as after a run that was killed behind
   * this, stays.
   *
   * @param lock of the dataset's folder, held since before {@code base} was read
   * @param base what the work was based on; empty for a new dataset
   * @throws DatasetChangedException when neither {@code base} nor {@code next} stands there
   */
  public static void publish(
      DatasetLock lock, Optional<Manifest> base, Manifest next, DurableSteps steps)
      throws IOException {
    Path folder = lock.folder();
    if (isPublished(folder, base, next)) {
      return;
    }
    try (AtomicFile file = AtomicFile.create(folder.resolve(Manifest.FILE_NAME), steps)) {
      ByteBuffer bytes = next.encode();
      while (bytes.hasRemaining()) {
        file.channel().write(bytes);
      }
      file.commit(() -> isPublished(folder, base, next));
    }
  }

  /** A manifest that is {@code next} already is replaced by the same. */
  private static boolean isPublished(Path folder, Optional<Manifest> base, Manifest next)
      throws IOException {
    Optional<Manifest> standing = standing(folder);
    if (standing.equals(Optional.of(next))) {
      return true;
    }
    if (!standing.equals(base)) {
      throw new DatasetChangedException(folder, base, standing);
    }
    return false;
  }
}
