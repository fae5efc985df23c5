package io.pcr.reader.internal;

import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
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
    SourceRange range = new SourceRange(source, start, length, context);
    // How long a local source is costs nothing, and what a head claims is not what there is.
    int end = source.isLocal() ? range.knownEnd() : length;
    return range.read(
        end,
        buffer -> {
          int filled = end;
          while (buffer.position() < filled) {
            filled = range.readTo(filled, buffer, filled);
          }
          return new PrefixData(
              open, file, buffer, FileRanges.one(start, filled), ONLY_GROUP, Optional.empty());
        });
  }
}
