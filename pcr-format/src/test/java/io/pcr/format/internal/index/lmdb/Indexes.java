package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.KeyMatch;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.index.SyntheticDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Indexes that several tests build and look through. */
final class Indexes {
  static final SyntheticDataset DATASET = SyntheticDataset.of(3000, 128);

  private Indexes() {}

  static void requireComplete(SampleIndex index, SyntheticDataset dataset) throws IOException {
    assertEquals(dataset.identity(), index.identity());
    assertEquals(ShardTable.of(dataset), index.shards());
    Map<Long, List<Long>> byLabel = new TreeMap<>();
    for (long number = 0; number < dataset.samples(); number++) {
      SampleLocation location = index.shards().locate(number);
      assertEquals(Optional.of(new KeyMatch(location, true)), index.find(dataset.key(number)));
      byLabel.computeIfAbsent(dataset.label(number), label -> new ArrayList<>()).add(number);
    }
    Map<Long, List<Long>> found = new TreeMap<>();
    index.forEachLabel(
        (label, samples) -> {
          found.put(label, index.samples(label).boxed().toList());
          assertEquals(samples, found.get(label).size());
          assertEquals(samples, index.labelCount(label));
        });
    assertEquals(byLabel, found);
  }

  static SampleIndex rebuilt(Path directory, IndexSource source) throws IOException {
    IndexDirectory.rebuild(directory, source);
    return IndexDirectory.open(directory, source, IndexPolicy.FAIL, IndexListener.SILENT);
  }

  static void assertFiles(Path directory, String... expected) {
    List<String> names = new ArrayList<>(List.of(expected));
    names.add(0, ".index.lock");
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(names, files.map(file -> file.getFileName().toString()).sorted().toList());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
