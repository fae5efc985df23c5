package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.Region;
import io.pcr.format.shard.RegionKind;
import io.pcr.format.shard.RegionTable;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardHead;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.SourceReads;
import io.pcr.reader.OnDamage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads {@code [0, prefix_length(g))} of a shard into one buffer. For one read. */
final class PrefixLoader {
  private final OpenShard open;
  private final ByteSource source;
  private final Fidelity fidelity;
  private final ReaderContext context;

  private PrefixLoader(OpenShard open, Fidelity fidelity, ReaderContext context) {
    this.open = open;
    this.source = open.source();
    this.fidelity = fidelity;
    this.context = context;
  }

  static PrefixData load(OpenShard open, Fidelity fidelity, ReaderContext context)
      throws IOException {
    PrefixLoader loader = new PrefixLoader(open, fidelity, context);
    return open.mended(loader::load);
  }

  private PrefixData load() throws IOException {
    if (open.known().isPresent()) {
      ShardFile file = open.known().get();
      int group = fidelity.groupIn(file.metadata().groupCount());
      return loadAtOnce(group, file.layout().prefixLength(group));
    }
    if (open.entry().isPresent()) {
      ShardEntry entry = open.entry().get();
      int group = fidelity.groupIn(entry.groupCount());
      return loadAtOnce(group, entry.prefixLength(group));
    }
    return loadByHead();
  }

  private PrefixData loadAtOnce(int group, long prefixLength) throws IOException {
    return fill(group, prefixLength, ByteBuffer.allocate(0));
  }

  /** Without a manifest the head has to say how long the prefix is. */
  private PrefixData loadByHead() throws IOException {
    int length = (int) Math.min(ShardFile.FIRST_READ_LENGTH, source.length());
    ByteBuffer first = ByteBuffer.allocate(length);
    source.readFully(0, first);
    first.flip();
    Origin origin = new Origin(source.toString(), 0);
    RegionTable regions = RegionTable.decode(first, ShardHead.decode(first, origin), origin);
    int group = fidelity.groupIn(groupCount(regions));
    return fill(group, prefixLength(regions, group), first);
  }

  private static int groupCount(RegionTable regions) {
    long groups = regions.regions().stream().filter(r -> r.kind() == RegionKind.SCAN_GROUP).count();
    return (int) Math.max(1, groups);
  }

  private static long prefixLength(RegionTable regions, int group) {
    long end = regions.metadata().end();
    for (Region region : regions.regions()) {
      boolean wanted =
          region.kind() == RegionKind.FORMAT
              || (region.kind() == RegionKind.SCAN_GROUP && region.number() <= group);
      end = wanted ? Math.max(end, region.end()) : end;
    }
    return end;
  }

  /**
   * Reads the prefix.
   *
   * @param first bytes of it that have been read already
   */
  private PrefixData fill(int group, long prefixLength, ByteBuffer first) throws IOException {
    int length = Prefix.checkedLength(prefixLength, source, context.options().limits());
    ByteBuffer buffer = context.buffers().take(length, Prefix.location(source));
    PrefixData data = null;
    try {
      buffer.limit(length).put(first.limit(Math.min(first.limit(), length)));
      int available = read(buffer);
      data = new PrefixData(open, open.adopt(buffer.limit(available)), buffer, available, group);
      return data;
    } finally {
      if (data == null) {
        context.buffers().giveBack(buffer);
      }
    }
  }

  /**
   * Fills the buffer, or as much of it as the file has where damage does not fail; at position 0
   * then.
   */
  private int read(ByteBuffer buffer) throws IOException {
    int from = buffer.position();
    int length = buffer.limit();
    try {
      if (buffer.hasRemaining()) {
        source.readFully(from, buffer);
      }
      buffer.position(0);
      return length;
    } catch (PcrException.Truncated e) {
      long available = source.length();
      if (context.options().onDamage() == OnDamage.FAIL || available >= length) {
        throw SourceReads.truncated(source, from, length - (long) from, available);
      }
      buffer.limit((int) Math.max(from, available)).position(from);
      source.readFully(from, buffer);
      buffer.position(0);
      return buffer.limit();
    }
  }
}
