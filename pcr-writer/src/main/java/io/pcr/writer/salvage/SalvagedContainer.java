package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.stored.KeySpace;
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

/** A shard in the container of the format. */
final class SalvagedContainer implements SalvagedShard {
  private final DamagedDataset damaged;
  private final String name;
  private final Limits limits;
  private final List<Loss> losses = new ArrayList<>();
  private final List<ShardPart> parts = new ArrayList<>();
  private BitSet kept = new BitSet();
  private boolean whole;
  private boolean copied;
  private Optional<UUID> uuid = Optional.empty();

  /**
   * @param lost why nothing of the shard can be taken over, or empty
   */
  SalvagedContainer(DamagedDataset damaged, String name, List<Loss> lost, Limits limits) {
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
    ByteSource opened = damaged.open(name);
    take(examine(opened, damaged.file(name), read));
    for (String copy : whole ? List.<String>of() : damaged.otherCopies(name)) {
      try {
        Path file = damaged.folder().resolve(copy);
        consider(examine(damaged.openCopy(copy), file, read), copy);
      } catch (IOException e) {
        DamageOrShortage.requireDamage(e);
      }
    }
  }

  /** Takes a copy in place of what there is, or from it what is lost otherwise. */
  private void consider(ShardPart copy, String file) {
    if (whole || losses.isEmpty()) {
      return;
    }
    if (copy.found().losses().isEmpty()) {
      take(copy);
      damaged.takeCopy(name, file);
    } else if (add(List.of(copy))) {
      damaged.tellTaken(name, file);
    } else if (copy.found().losses().size() < losses.size()) {
      take(copy);
      damaged.takeCopy(name, file);
    }
  }

  private ShardPart examine(ByteSource opened, Path file, LongConsumer read) throws IOException {
    try (ByteSource source = opened) {
      ShardFile shard = ShardEntries.open(damaged.entry(name), source, limits);
      Examined found = ShardExamination.of(name, source, shard, limits, read);
      boolean derived = isDerived(shard);
      boolean isWhole = found.losses().isEmpty() && derived && isComplete(shard, source);
      return new ShardPart(file, found, shard.head().shardUuid(), derived, isWhole);
    }
  }

  private void take(ShardPart part) {
    parts.clear();
    parts.add(part);
    whole = part.isWhole();
    uuid = Optional.of(part.uuid());
    settle(part.found());
  }

  /** Returns whether anything of the parts is whole that no earlier part has. */
  private boolean add(List<ShardPart> more) {
    boolean any = false;
    for (ShardPart part : more) {
      Examined before = ShardPart.together(parts);
      if (part.isSameAs(parts.get(0))
          && !before.and(part.found()).losses().equals(before.losses())) {
        parts.add(part);
        any = true;
      }
    }
    settle(ShardPart.together(parts));
    return any;
  }

  private void settle(Examined found) {
    kept = found.kept();
    losses.clear();
    losses.addAll(found.losses());
  }

  @Override
  public boolean takeFrom(SalvagedShard other) {
    return !losses.isEmpty()
        && !parts.isEmpty()
        && other instanceof SalvagedContainer shard
        && add(shard.parts);
  }

  /** Whether trailer and length are those of the shard that was written. */
  private static boolean isComplete(ShardFile shard, ByteSource source) throws IOException {
    try {
      shard.requireComplete(source);
      return true;
    } catch (IOException e) {
      DamageOrShortage.requireDamage(e);
      return false;
    }
  }

  /** Whether regions and metadata are those that the shard is known by. */
  private static boolean isDerived(ShardFile shard) {
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
      ShardMetadata metadata = ShardEntries.open(damaged.entry(name), source, limits).metadata();
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
        Loss.Cause.damage(
            ErrorCode.MALFORMED, "ShardMetadata.key_bytes", "a key that " + other + " has");
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
      ShardFile shard = ShardEntries.open(damaged.entry(name), source, limits);
      if (whole) {
        return Optional.of(
            ShardEntries.of(name, shard, RestoreRegion.extent(source, shard, limits)));
      }
      try (ShardParts files = ShardParts.open(parts)) {
        ShardPlan written = ShardRewrite.write(target, files, shard, kept, limits, steps);
        return Optional.of(ShardEntries.of(name, written));
      }
    }
  }

  @Override
  public List<Loss> losses() {
    return losses;
  }

  @Override
  public int keptSamples() {
    return kept.cardinality();
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
