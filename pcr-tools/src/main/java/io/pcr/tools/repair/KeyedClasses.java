package io.pcr.tools.repair;

import io.pcr.format.manifest.ClassName;
import io.pcr.format.metadata.ShardMetadata;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The names of classes as the keys tell them: where all samples of a label stand in one folder, and
 * no two labels in the same, the folders are what the labels were made of. For one thread.
 */
final class KeyedClasses {
  private final Map<Long, String> folders = new TreeMap<>();
  private boolean contradicted;

  void add(ShardMetadata metadata) {
    for (int sample = 0; sample < metadata.sampleCount() && !contradicted; sample++) {
      OptionalLong label = metadata.label(sample);
      if (label.isPresent()) {
        String key = metadata.key(sample);
        String folder = key.substring(0, Math.max(0, key.indexOf('/')));
        String known = folders.putIfAbsent(label.getAsLong(), folder);
        contradicted = folder.isEmpty() || (known != null && !known.equals(folder));
      }
    }
  }

  /** The names, ascending by label; none when the keys contradict each other. */
  List<ClassName> names() {
    Set<String> different = new HashSet<>(folders.values());
    if (contradicted || different.size() < folders.size()) {
      return List.of();
    }
    List<ClassName> names = new ArrayList<>();
    folders.forEach((label, folder) -> names.add(new ClassName(label, folder)));
    return names;
  }
}
