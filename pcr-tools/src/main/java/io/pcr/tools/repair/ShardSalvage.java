package io.pcr.tools.repair;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardHead;
import io.pcr.format.source.ByteSource;
import io.pcr.tools.dataset.KeySpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/** A shard of the format itself. */
final class ShardSalvage implements Salvage {
  private final DamagedDataset damaged;
  private final String name;
  private final Limits limits;
  private final List<Loss> losses = new ArrayList<>();
  private BitSet kept = new BitSet();
  private BitSet withoutOriginal = new BitSet();
  private boolean whole;
  private boolean copied;
  private Optional<UUID> uuid = Optional.empty();

  /**
   * @param lost why nothing of the shard can be taken over, or empty
   */
  ShardSalvage(DamagedDataset damaged, String name, List<Loss> lost, Limits limits) {
    this.damaged = damaged;
    this.name = name;
    this.limits = limits;
    losses.addAll(lost);
  }

  @Override
  public String shard() {
    return name;
  }

  @Override
  public void examine(LongConsumer read) throws IOException {
    if (!losses.isEmpty()) {
      return;
    }
    take(examine(damaged.open(name), read));
    for (String copy : whole ? List.<String>of() : damaged.otherCopies(name)) {
      try {
        Examined other = examine(damaged.openCopy(copy), read);
        if (!whole && other.found().losses().size() < losses.size()) {
          take(other);
          damaged.takeCopy(name, copy);
        }
      } catch (IOException e) {
        DamagedDataset.requireDamage(e);
      }
    }
  }

  /**
   * What was found in a file.
   *
   * @param isWhole whether it is the shard that was written, to the last byte
   */
  private record Examined(ShardExamination.Result found, UUID uuid, boolean isWhole) {}

  private Examined examine(ByteSource opened, LongConsumer read) throws IOException {
    try (ByteSource source = opened) {
      ShardFile shard = ShardFile.open(source, limits);
      ShardExamination.Result found = ShardExamination.of(name, source, shard, limits, read);
      boolean isWhole = found.losses().isEmpty() && isItself(shard, source);
      return new Examined(found, shard.head().shardUuid(), isWhole);
    }
  }

  private void take(Examined examined) {
    kept = examined.found().kept();
    withoutOriginal = examined.found().withoutOriginal();
    losses.clear();
    losses.addAll(examined.found().losses());
    whole = examined.isWhole();
    uuid = Optional.of(examined.uuid());
  }

  /** Whether head, trailer and length are those of the shard that was written. */
  private static boolean isItself(ShardFile shard, ByteSource source) throws IOException {
    try {
      shard.requireComplete(source);
    } catch (IOException e) {
      DamagedDataset.requireDamage(e);
      return false;
    }
    ShardMetadata metadata = shard.metadata();
    return ShardHead.deriveUuid(shard.regions().encode(), metadata.flatBuffer())
        .equals(shard.head().shardUuid());
  }

  @Override
  public void clear(Set<Long> suspects, Map<String, String> shardByKey) throws IOException {
    if (kept.isEmpty()) {
      return;
    }
    try (ByteSource source = damaged.open(name)) {
      ShardMetadata metadata = ShardFile.open(source, limits).metadata();
      for (int s = kept.nextSetBit(0); s >= 0; s = kept.nextSetBit(s + 1)) {
        if (suspects.contains(KeySpace.hash(metadata.keyBytes(s)))) {
          String other = shardByKey.putIfAbsent(metadata.key(s), name);
          if (other != null) {
            kept.clear(s);
            whole = false;
            losses.add(duplicate(s, metadata.key(s), other));
          }
        }
      }
    }
    losses.sort(Comparator.comparing(Loss::kind).thenComparing(Loss::sample));
  }

  private Loss duplicate(int sample, String key, String other) {
    Loss.Cause cause =
        new Loss.Cause("DUPLICATE", "ShardMetadata.key_bytes", 0, "a key that " + other + " has");
    return Loss.ofSample(name, sample, key, cause, 0);
  }

  @Override
  public Optional<ShardEntry> write(Path folder, DurableSteps steps) throws IOException {
    if (!whole && kept.isEmpty()) {
      return Optional.empty();
    }
    Path target = folder.resolve(name);
    if (whole) {
      ShardCopy.copy(damaged.file(name), target, steps);
      copied = true;
    }
    try (ByteSource source = damaged.open(name)) {
      ShardFile shard = ShardFile.open(source, limits);
      if (whole) {
        return Optional.of(ShardEntry.of(name, shard));
      }
      ShardFile written =
          ShardRewrite.write(target, source, shard, kept, withoutOriginal, limits, steps);
      return Optional.of(ShardEntry.of(name, written));
    }
  }

  @Override
  public List<Loss> losses() {
    return losses;
  }

  @Override
  public Optional<UUID> uuid() {
    return uuid;
  }

  @Override
  public boolean isCopied() {
    return copied;
  }
}
