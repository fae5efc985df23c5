package io.pcr.writer.internal.publish;

import io.pcr.format.internal.manifest.DatasetChangedException;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The first generation of a dataset, worth nothing where there is one already. Immutable.
 *
 * @param folder of the dataset
 * @param manifest of generation 1
 */
public record FirstGeneration(Path folder, Manifest manifest) implements ManifestPublication.Root {
  @Override
  public Manifest on(Optional<Manifest> base, long generation) throws IOException {
    if (base.isPresent()) {
      throw new DatasetChangedException(folder, Optional.empty(), base);
    }
    return manifest.generation() == generation
        ? manifest
        : manifest.next().generation(generation).parentGeneration(0).build();
  }

  @Override
  public boolean isIn(Manifest generation) {
    return generation.commitId().equals(manifest.commitId());
  }
}
