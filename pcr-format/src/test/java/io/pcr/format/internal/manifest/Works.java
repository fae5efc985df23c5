package io.pcr.format.internal.manifest;

import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A piece of work that adds its name to a dataset's options, whatever the base is. */
record Works(String name) implements ManifestPublication.Root {
  private static final UUID DATASET = new UUID(0x8000L, 1L << 63);

  /** The names of the works in a generation, in their order. */
  static List<String> of(Manifest manifest) {
    return List.copyOf(manifest.options().keySet());
  }

  static Manifest read(Path file) throws IOException {
    try (ByteSource source = FileByteSource.open(file)) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  @Override
  public Manifest on(Optional<Manifest> base, long generation) {
    Map<String, String> options = new LinkedHashMap<>(base.map(Manifest::options).orElse(Map.of()));
    if (options.put(name, "") != null) {
      throw new IllegalStateException(name + " is there already");
    }
    return base.map(Manifest::next)
        .orElseGet(() -> Manifest.builder(DATASET))
        .generation(generation)
        .parentGeneration(base.map(Manifest::generation).orElse(0L))
        .options(options)
        .build();
  }

  @Override
  public boolean isIn(Manifest generation) {
    return generation.options().containsKey(name);
  }

  /** The same work, worth something as the first generation only. */
  ManifestPublication.Root onlyFirst(Path folder) {
    return new ManifestPublication.Root() {
      @Override
      public Manifest on(Optional<Manifest> base, long generation) throws IOException {
        if (base.isPresent()) {
          throw new DatasetChangedException(folder, Optional.empty(), base);
        }
        return Works.this.on(base, generation);
      }

      @Override
      public boolean isIn(Manifest generation) {
        return Works.this.isIn(generation);
      }
    };
  }
}
