package io.pcr.reader.internal;

import io.pcr.reader.DamageCounts;
import io.pcr.reader.OnDamage;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.internal.source.StorageReads;
import java.io.Closeable;
import java.io.IOException;

/**
 * What the shards of one dataset share: options, buffers, decoders, open files, counts.
 * Thread-safe.
 */
public final class ReaderContext implements Closeable {
  /** An eighth of the heap: large inline columns, many times over, must not fill it. */
  private static final long MAX_METADATA_BYTES = Runtime.getRuntime().maxMemory() / 8;

  private final ReaderOptions options;
  private final PrefixBuffers buffers;
  private final SampleDecoders decoders;
  private final OpenShards open;
  private final DamageLog damage;
  private final StorageReads reads;

  public ReaderContext(ReaderOptions options) {
    this.options = options;
    this.buffers = new PrefixBuffers(options.idleBytes());
    this.decoders = new SampleDecoders(options.limits());
    this.open = new OpenShards(options.openShards(), MAX_METADATA_BYTES);
    this.damage = DamageLog.ofDataset(options.notices());
    this.reads = new StorageReads();
  }

  private ReaderContext(ReaderContext shared, ReaderOptions options) {
    this.options = options;
    this.buffers = shared.buffers;
    this.decoders = shared.decoders;
    this.open = shared.open;
    this.damage = shared.damage;
    this.reads = shared.reads;
  }

  /** This one with another answer to damage, for one read; nobody closes it. */
  ReaderContext with(OnDamage onDamage) {
    return onDamage == options.onDamage()
        ? this
        : new ReaderContext(this, options.toBuilder().onDamage(onDamage).build());
  }

  public ReaderOptions options() {
    return options;
  }

  /** Damage met by all readers so far. */
  public DamageCounts damageCounts() {
    return damage.counts();
  }

  /** What has been read of the shards so far, but from a cache. */
  public StorageReads storageReads() {
    return reads;
  }

  /** Read buffers that readers hold at this time. */
  public int buffersInUse() {
    return buffers.inUse();
  }

  /** Files that are open at this time. */
  public int openFiles() {
    return open.size();
  }

  PrefixBuffers buffers() {
    return buffers;
  }

  SampleDecoders decoders() {
    return decoders;
  }

  OpenShards open() {
    return open;
  }

  /** What opens a shard's file, and reads it. */
  @FunctionalInterface
  interface Reading<T> {
    T run() throws IOException;
  }

  /** Reads a shard, and where its file proves to be another or not there, what was found for it. */
  <T> T anywhere(Object shard, SourceOpener opener, Reading<T> reading) throws IOException {
    try {
      return reading.run();
    } catch (IOException e) {
      if (!opener.isElsewhere(e)) {
        throw e;
      }
    }
    open.forget(shard);
    return reading.run();
  }

  DamageLog damage() {
    return damage;
  }

  @Override
  public void close() throws IOException {
    try (open) {
      decoders.close();
    }
  }
}
