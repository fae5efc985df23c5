package io.pcr.conformance.together;

import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The generations that a dataset has been seen in: each is one manifest for ever, and has all
 * shards of those before it. Thread-safe.
 */
final class Chain {
  private final Path dataset;
  private final Map<Long, Manifest> seen = new TreeMap<>();
  private final List<String> breaks = new ArrayList<>();

  Chain(Path dataset) {
    this.dataset = dataset;
  }

  synchronized void look() throws IOException {
    Optional<Manifest> standing = ManifestPublication.newest(dataset);
    if (standing.isEmpty()) {
      if (!seen.isEmpty()) {
        breaks.add("the manifest is gone");
      }
      return;
    }
    Manifest manifest = standing.get();
    Manifest before = seen.putIfAbsent(manifest.generation(), manifest);
    if (before != null && !before.equals(manifest)) {
      breaks.add("generation " + manifest.generation() + " was replaced by another");
    }
    for (Manifest other : seen.values()) {
      if (other.generation() < manifest.generation()
          && !manifest.shards().containsAll(other.shards())) {
        breaks.add(manifest.generation() + " has not the shards of " + other.generation());
      }
      if (other.generation() > manifest.generation()) {
        breaks.add(manifest.generation() + " came after " + other.generation());
      }
    }
  }

  synchronized List<String> breaks() {
    return List.copyOf(breaks);
  }
}
