package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.RegionTable;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads {@code [0, prefix_length(g))} of a shard into one buffer. For one read. */
final class PrefixLoader {
  /**
   * Fits into a processor core's second cache with room to spare; larger and smaller were slower.
   */
  private static final int PIECE_BYTES = 1 << 18;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

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
      return fill(group, file.layout().prefixLength(0), file.layout().prefixLength(group), NOTHING);
    }
    if (open.entry().isPresent()) {
      ShardEntry entry = open.entry().get();
      int group = fidelity.groupIn(entry.groupCount());
      return fill(group, entry.prefixLength(0), entry.prefixLength(group), NOTHING);
    }
    return loadByHead();
  }

  /** Without a manifest the head has to say how long the prefix is. */
  private PrefixData loadByHead() throws IOException {
    int length = (int) Math.min(ShardFile.FIRST_READ_LENGTH, source.length());
    ByteBuffer first = ByteBuffer.allocate(length);
    source.readFully(0, first);
    first.flip();
    Origin origin = new Origin(source.toString(), 0);
    RegionTable regions;
    try {
      regions = RegionTable.decode(first, ShardHead.decode(first, origin), origin);
    } catch (PcrException e) {
      regions = open.file().regions(); // From the copy, or the damage is thrown again.
    }
    int group = fidelity.groupIn(regions.groupCount());
    return fill(group, regions.prefixLength(0), regions.prefixLength(group), first);
  }

  /**
   * Reads the prefix.
   *
   * @param metadataEnd where head and metadata end
   * @param first bytes of the prefix that have been read already
   */
  private PrefixData fill(int group, long metadataEnd, long prefixLength, ByteBuffer first)
      throws IOException {
    int length = Prefix.checkedLength(prefixLength, source, context.options().limits());
    SourceRange range = new SourceRange(source, 0, length, context);
    // How long a local source is costs nothing, and what a head claims is not what there is.
    int end = source.isLocal() || first.hasRemaining() ? range.knownEnd() : length;
    return range.read(
        end,
        buffer -> {
          buffer.put(first.duplicate().limit(Math.min(first.limit(), end)));
          return new Filling(range, buffer, (int) Math.min(metadataEnd, end), group).run(end);
        });
  }

  /** One buffer on its way to being full. */
  private final class Filling {
    private final SourceRange range;
    private final ByteBuffer buffer;
    private final int metadataEnd;
    private final int group;
    private ShardFile file;
    private Optional<SliceSweep> sweep = Optional.empty();

    /**
     * @param buffer at the end of what has been read already
     */
    Filling(SourceRange range, ByteBuffer buffer, int metadataEnd, int group) {
      this.range = range;
      this.buffer = buffer;
      this.metadataEnd = metadataEnd;
      this.group = group;
    }

    /**
     * @param hoped where the source may end
     */
    PrefixData run(int hoped) throws IOException {
      int end = hoped;
      digest();
      while (buffer.position() < end) {
        long piece = Math.max(metadataEnd, (long) buffer.position() + step(end));
        end = range.readTo((int) Math.min(end, piece), buffer, end);
        digest();
      }
      return new PrefixData(open, decoded(), buffer, FileRanges.one(0, end), group, sweep);
    }

    /**
     * A file is read in pieces that its checksums can follow; anything else, such as a request, at
     * once.
     */
    private int step(int end) {
      return source.isLocal() ? Math.min(PIECE_BYTES, end) : end;
    }

    private void digest() throws IOException {
      int filled = buffer.position();
      if (file == null && filled >= metadataEnd) {
        decoded();
      }
      if (sweep.isPresent()) {
        sweep.get().advance(filled);
      }
    }

    private ShardFile decoded() throws IOException {
      if (file == null) {
        file = open.adopt(buffer.duplicate().flip());
        boolean inOrder = file.head().variant() == ShardVariant.PCR;
        if (context.options().verify() && inOrder) {
          sweep = Optional.of(new SliceSweep(file, buffer, group));
        }
      }
      return file;
    }
  }
}
