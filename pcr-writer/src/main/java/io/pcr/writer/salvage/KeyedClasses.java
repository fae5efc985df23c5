package io.pcr.writer.salvage;

import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.manifest.ClassName;
import io.pcr.tfrecord.internal.example.ImageExample;
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
  private final Map<Long, String> stated = new TreeMap<>();
  private final Set<Long> ambiguous = new HashSet<>();
  private boolean contradicted;

  void add(ShardMetadata metadata) {
    for (int sample = 0; sample < metadata.sampleCount() && !contradicted; sample++) {
      OptionalLong label = metadata.label(sample);
      if (label.isPresent()) {
        add(label.getAsLong(), metadata.key(sample));
      }
    }
  }

  private void add(long label, String key) {
    String folder = key.substring(0, Math.max(0, key.indexOf('/')));
    String known = folders.putIfAbsent(label, folder);
    contradicted |= folder.isEmpty() || (known != null && !known.equals(folder));
  }

  /** Adds a record's sample, which may name its class itself. */
  void add(ImageExample sample) {
    if (sample.label().isEmpty()) {
      return;
    }
    long label = sample.label().getAsLong();
    String name = sample.className().orElse("");
    if (!name.isEmpty() && !name.equals(stated.getOrDefault(label, name))) {
      ambiguous.add(label);
    } else if (!name.isEmpty()) {
      stated.put(label, name);
    }
    add(label, sample.key().orElseThrow());
  }

  /**
   * The names, ascending by label: those that records state, for other labels those that keys tell;
   * of these none when they contradict each other.
   */
  List<ClassName> names() {
    Map<Long, String> names = new TreeMap<>();
    Set<String> different = new HashSet<>(folders.values());
    if (!contradicted && different.size() == folders.size()) {
      names.putAll(folders);
    }
    stated.forEach(
        (label, name) -> {
          if (!ambiguous.contains(label)) {
            names.put(label, name);
          }
        });
    return names.entrySet().stream()
        .map(named -> new ClassName(named.getKey(), named.getValue()))
        .toList();
  }
}
