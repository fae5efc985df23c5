package io.pcr.reader.internal;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A shard's file and, once it has been read, its metadata. Users count themselves in and out
 * through {@link OpenShards}. Thread-safe.
 */
final class OpenShard {
  private final ByteSource source;
  private final Optional<ListedShard> listed;
  private final Limits limits;
  private final Consumer<PcrException> onFrontDamage;
  private volatile ShardFile file;

  /** Whether what a cache had is gone for the read under way, so that damage is the origin's. */
  private volatile boolean isHealed;

  /** Guarded by the {@link OpenShards} that made it. */
  int users;

  /** Guarded by the {@link OpenShards} that made it. */
  boolean evicted;

  /** Bytes of metadata that it is known to hold; guarded by the {@link OpenShards} that made it. */
  long countedBytes;

  /**
   * @param listed what a manifest says of it
   * @param onFrontDamage is told what is wrong with the file's first bytes, where their copy is
   *     used
   */
  OpenShard(
      ByteSource source,
      Optional<ListedShard> listed,
      Limits limits,
      Consumer<PcrException> onFrontDamage) {
    this.onFrontDamage = onFrontDamage;
    this.source = source;
    this.listed = listed;
    this.limits = limits;
  }

  ByteSource source() {
    return source;
  }

  Optional<ShardEntry> entry() {
    return listed.map(ListedShard::entry);
  }

  /** What is known of the shard without reading. */
  Optional<ShardFile> known() {
    return Optional.ofNullable(file);
  }

  /** Head and metadata, read when they have not been yet. */
  ShardFile file() throws IOException {
    ShardFile known = file;
    if (known != null) {
      return known;
    }
    synchronized (this) {
      if (file == null) {
        file = mended(this::readFile);
      }
      return file;
    }
  }

  private ShardFile readFile() throws IOException {
    if (listed.isEmpty()) {
      return openWithCopy();
    }
    int length = Prefix.checkedLength(listed.get().entry().prefixLength(0), source, limits);
    ByteBuffer prefix = ClaimedMemory.heap(length, Prefix.location(source));
    source.readFully(0, prefix);
    return decodeOrCopy(prefix.flip());
  }

  /** As {@link #decode}; what of the front is damaged is taken from its copy. */
  private ShardFile decodeOrCopy(ByteBuffer prefix) throws IOException {
    try {
      return decode(prefix);
    } catch (PcrException e) {
      if (!ShardFile.isFrontDamage(e)) {
        throw e;
      }
      return openWithCopy();
    }
  }

  private ShardFile openWithCopy() throws IOException {
    ShardFile opened = ListedShard.open(listed, source, limits);
    Optional<PcrException> damage = opened.frontDamage();
    // What came from a cache is dropped first.
    if (damage.isPresent() && source.healing().isPresent() && !isHealed) {
      throw damage.get();
    }
    damage.ifPresent(onFrontDamage);
    return opened;
  }

  /**
   * Takes head and metadata from the first bytes of the file.
   *
   * @throws PcrException when they are damaged, or those of another shard than the manifest means,
   *     or than was read before
   */
  ShardFile adopt(ByteBuffer prefix) throws IOException {
    ShardFile known = file;
    if (known != null
        && (known.frontDamage().isPresent() || Prefix.startsWithHead(prefix, known))) {
      return known; // The head's checksum covers the metadata's, and that the slices'.
    }
    ShardFile decoded = decodeOrCopy(prefix);
    if (known != null) {
      // The prefix was measured by the one that was there before.
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          new Origin(source.toString(), 0).field("ShardHead"),
          "the head of shard "
              + decoded.head().shardUuid()
              + ", which replaced the file while it was open",
          "that of " + known.head().shardUuid());
    }
    file = decoded;
    return decoded;
  }

  private ShardFile decode(ByteBuffer prefix) throws PcrException {
    return listed.isPresent()
        ? listed.get().decode(prefix, source.toString(), limits)
        : ShardFile.decode(prefix, source.toString(), limits);
  }

  /** What reads from the source. */
  @FunctionalInterface
  interface Reading<T> {
    T run() throws IOException;
  }

  /**
   * Reads, and when what came is corrupt and may have come from a local cache, drops that and reads
   * again.
   */
  <T> T mended(Reading<T> reading) throws IOException {
    try {
      return reading.run();
    } catch (PcrException e) {
      Optional<Healing> healing = source.healing();
      if (healing.isEmpty()) {
        throw e;
      }
      healing.get().discard();
      isHealed = true;
      try {
        return reading.run();
      } finally {
        isHealed = false;
      }
    }
  }

  /** What reads little from a source. */
  @FunctionalInterface
  interface SmallReading<T> {
    T run(ByteSource from) throws IOException;
  }

  /**
   * As {@link #mended}, and what is cached is dropped only when the origin proves it wrong: damage
   * in the origin must not cost the cache again and again.
   */
  <T> T proved(SmallReading<T> reading) throws IOException {
    try {
      return reading.run(source);
    } catch (PcrException.Corrupt e) {
      Optional<Healing> healing = source.healing();
      if (e instanceof PcrException.Truncated || healing.isEmpty()) {
        throw e;
      }
      T right = reading.run(healing.get().origin());
      healing.get().discard();
      return right;
    }
  }
}
