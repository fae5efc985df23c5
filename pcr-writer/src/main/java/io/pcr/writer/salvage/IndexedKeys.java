package io.pcr.writer.salvage;

import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of shards that are lost, as far as an index of the damaged dataset still has them. */
final class IndexedKeys {
  private IndexedKeys() {}

  /**
   * Lists the samples of lost shards one by one, in place of each loss of a whole shard.
   *
   * @param lost by the name of the shard; a dataset's index may be damaged too, and then it stays
   */
  static Map<String, List<Loss>> list(DamagedDataset damaged, Map<String, Loss> lost) {
    Map<Integer, String> namesByShard = new HashMap<>();
    Map<Integer, String[]> keysByShard = new HashMap<>();
    Optional<SampleIndex> opened = damaged.openIndex();
    if (opened.isEmpty()) {
      return Map.of();
    }
    try (SampleIndex index = opened.get()) {
      List<ShardTable.Entry> shards = index.shards().entries();
      for (int position = 0; position < shards.size(); position++) {
        ShardTable.Entry shard = shards.get(position);
        boolean isMeant = damaged.stated(shard.name()).equals(Optional.of(shard));
        if (isMeant && lost.containsKey(shard.name())) {
          namesByShard.put(position, shard.name());
          keysByShard.put(position, new String[shard.sampleCount()]);
        }
      }
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
          String name = namesByShard.get(position);
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
