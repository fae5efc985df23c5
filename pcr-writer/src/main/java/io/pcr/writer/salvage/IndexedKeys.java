package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexListener;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.IndexSource;
import io.pcr.format.index.ManifestSource;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.tfrecord.TfRecordShardKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys of shards that are lost, as far as an index of the damaged dataset still has them. */
final class IndexedKeys {
  private IndexedKeys() {}

  /**
   * Lists the samples of lost shards one by one, in place of each loss of a whole shard.
   *
   * @param lost by the name of the shard; a dataset's index may be damaged too, and then it stays
   */
  static Map<String, List<Loss>> list(
      Path folder, Manifest manifest, Map<String, Loss> lost, Limits limits) {
    Map<Integer, String[]> keysByShard = new HashMap<>();
    for (int position = 0; position < manifest.shards().size(); position++) {
      if (lost.containsKey(manifest.shards().get(position).name())) {
        keysByShard.put(position, new String[manifest.shards().get(position).sampleCount()]);
      }
    }
    IndexSource source = ManifestSource.of(manifest, folder, limits, TfRecordShardKeys::of);
    try (SampleIndex index =
        IndexDirectory.open(folder, source, IndexPolicy.FAIL, IndexListener.SILENT)) {
      index.forEachKey(
          (location, key) -> {
            String[] keys = keysByShard.get(location.shard());
            if (keys != null && location.ordinal() < keys.length) {
              keys[location.ordinal()] =
                  key.map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("");
            }
          });
    } catch (IOException e) {
      // Without an index that is whole the shards are listed as such, with their counts.
      return Map.of();
    }
    Map<String, List<Loss>> losses = new HashMap<>();
    keysByShard.forEach(
        (position, keys) -> {
          String name = manifest.shards().get(position).name();
          List<Loss> samples = new ArrayList<>();
          for (int sample = 0; sample < keys.length; sample++) {
            String key = keys[sample] == null ? "" : keys[sample];
            samples.add(Loss.ofSample(name, sample, key, lost.get(name).cause(), 0));
          }
          if (!samples.isEmpty()) {
            losses.put(name, samples);
          }
        });
    return losses;
  }
}
