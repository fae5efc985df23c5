package io.pcr.tools.repair;

import io.pcr.format.Limits;
import io.pcr.format.checksum.Sha256;
import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardHead;
import io.pcr.format.source.ByteSource;
import io.pcr.tools.dataset.KeySpace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * One shard on its way: examined, cleared of keys that another shard has too, written. What is
 * whole is copied, so that it keeps its identity; of the rest the whole samples are written anew.
 * For one thread at a time.
 */
final class ShardSalvage {
  private static final int COPY_BYTES = 1 << 20;

  private final DamagedDataset damaged;
  private final String name;
  private final Limits limits;
  private final List<Loss> losses = new ArrayList<>();
  private BitSet kept = new BitSet();
  private BitSet withoutOriginal = new BitSet();
  private boolean whole;
  private boolean copied;

  /**
   * @param lost why nothing of the shard can be taken over, or empty
   */
  ShardSalvage(DamagedDataset damaged, String name, List<Loss> lost, Limits limits) {
    this.damaged = damaged;
    this.name = name;
    this.limits = limits;
    losses.addAll(lost);
  }

  /** Finds out which samples are whole. */
  void examine(LongConsumer read) throws IOException {
    if (!losses.isEmpty()) {
      return;
    }
    if (records().isPresent()) {
      examineRecords(records().get(), read);
      return;
    }
    try (ByteSource source = damaged.open(name)) {
      ShardFile shard = ShardFile.open(source, limits);
      ShardExamination.Result found = ShardExamination.of(name, source, shard, limits, read);
      kept = found.kept();
      withoutOriginal = found.withoutOriginal();
      losses.addAll(found.losses());
      whole = losses.isEmpty() && isItself(shard, source);
    }
  }

  /** What the manifest says, if it is a file of another format, of which no part is known. */
  private Optional<ShardEntry> records() {
    return damaged.entry(name).filter(entry -> !entry.variant().isContainer());
  }

  private void examineRecords(ShardEntry entry, LongConsumer read) throws IOException {
    MessageDigest digest = Sha256.newDigest();
    long length = 0;
    try (InputStream in = Files.newInputStream(damaged.folder().resolve(name))) {
      byte[] piece = new byte[COPY_BYTES];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        digest.update(piece, 0, n);
        length += n;
        read.accept(n);
      }
    } catch (IOException e) {
      DamagedDataset.requireDamage(e);
      loseAll(entry, Loss.Cause.of(e));
      return;
    }
    UUID found = Sha256.read(ByteBuffer.wrap(digest.digest())).toUuid();
    whole = length == entry.totalLength() && found.equals(entry.shardUuid());
    if (!whole) {
      String problem = "not the file that the manifest means; its records may still be readable";
      loseAll(entry, new Loss.Cause("CHECKSUM_MISMATCH", "ShardEntry.shard_uuid", 0, problem));
    }
  }

  private void loseAll(ShardEntry entry, Loss.Cause cause) {
    losses.add(Loss.ofShard(name, OptionalLong.of(entry.sampleCount()), cause));
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

  /**
   * Gives up samples whose key an earlier shard has.
   *
   * @param suspects what may stand twice; see {@link KeySpace}
   * @param shardByKey the suspects that earlier shards have; those of this one are added
   */
  void clear(Set<Long> suspects, Map<String, String> shardByKey) throws IOException {
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

  /**
   * Writes what is left of the shard, and tells what it is in a manifest; empty when nothing is.
   */
  Optional<ShardEntry> write(Path folder) throws IOException {
    if (!whole && kept.isEmpty()) {
      return Optional.empty();
    }
    Path target = folder.resolve(name);
    if (whole) {
      copy(target);
      copied = true;
    }
    if (whole && records().isPresent()) {
      return records();
    }
    try (ByteSource source = damaged.open(name)) {
      ShardFile shard = ShardFile.open(source, limits);
      if (whole) {
        return Optional.of(ShardEntry.of(name, shard));
      }
      ShardFile written = ShardRewrite.write(target, source, shard, kept, withoutOriginal, limits);
      return Optional.of(ShardEntry.of(name, written));
    }
  }

  private void copy(Path target) throws IOException {
    try (FileChannel from =
            FileChannel.open(damaged.folder().resolve(name), StandardOpenOption.READ);
        AtomicFile to = AtomicFile.create(target, DurableSteps.NONE)) {
      long length = from.size();
      for (long done = 0; done < length; ) {
        long moved = from.transferTo(done, length - done, to.channel());
        if (moved <= 0) {
          throw new IOException(damaged.folder().resolve(name) + " became shorter meanwhile");
        }
        done += moved;
      }
      to.commit();
    }
  }

  /** What is not taken over, in the order of the samples. */
  List<Loss> losses() {
    return losses;
  }

  /** Whether the shard was copied as it is. */
  boolean isCopied() {
    return copied;
  }
}
