package io.pcr.reader.internal;

import io.pcr.format.error.PcrException;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.shard.Region;
import io.pcr.format.shard.RegionKind;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.SourceReads;
import io.pcr.reader.OnDamage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads the region of one format of a Liquid shard into one buffer. For one read. */
final class FormatLoader {
  /** All samples of such a shard are whole. */
  private static final int ONLY_GROUP = 1;

  private final OpenShard open;
  private final ByteSource source;
  private final Encoding format;
  private final ReaderContext context;

  private FormatLoader(OpenShard open, Encoding format, ReaderContext context) {
    this.open = open;
    this.source = open.source();
    this.format = format;
    this.context = context;
  }

  static PrefixData load(OpenShard open, Encoding format, ReaderContext context)
      throws IOException {
    FormatLoader loader = new FormatLoader(open, format, context);
    return open.mended(loader::load);
  }

  private PrefixData load() throws IOException {
    ShardFile file = open.file();
    if (file.head().variant() != ShardVariant.LIQUID || !format.isLiquid()) {
      throw new IllegalArgumentException(
          source + " has no region of " + format + ": it is a shard of " + file.head().variant());
    }
    Optional<Region> region = file.regions().find(RegionKind.FORMAT, format.id());
    long start = region.map(Region::offset).orElse(0L);
    long wanted = region.map(Region::length).orElse(0L);
    int length = Prefix.checkedLength(wanted, source, context.options().limits());
    int end = length;
    if (source.isLocal()) {
      // How long the source is costs nothing here, and what a head claims is not what there is.
      end = (int) Math.max(0, Math.min(length, source.length() - start));
      requireWhole(start, length, end);
    }
    ByteBuffer buffer = context.buffers().take(end, Prefix.location(source));
    PrefixData data = null;
    try {
      int filled = fill(buffer.limit(end), start, length);
      data = new PrefixData(open, file, buffer, start, filled, ONLY_GROUP, Optional.empty());
      return data;
    } finally {
      if (data == null) {
        context.buffers().giveBack(buffer);
      }
    }
  }

  /** A source that ends early is a failure where damage is, else a region of fewer samples. */
  private void requireWhole(long start, int length, int end) throws PcrException.Truncated {
    if (end < length && context.options().onDamage() == OnDamage.FAIL) {
      throw SourceReads.truncated(source, start, length, start + end);
    }
  }

  /** Returns how many bytes there are, which are fewer when the file was cut and that may be. */
  private int fill(ByteBuffer buffer, long start, int length) throws IOException {
    int end = buffer.remaining();
    while (buffer.position() < end) {
      try {
        source.readFully(start, buffer.limit(end).position(0));
      } catch (PcrException.Truncated e) {
        long available = e.offset() + e.available() - start;
        end = (int) Math.max(0, Math.min(available, end - 1L));
        requireWhole(start, length, end);
        buffer.position(0);
      }
    }
    return end;
  }
}
