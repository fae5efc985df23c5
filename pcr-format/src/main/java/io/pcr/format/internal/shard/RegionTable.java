package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The regions of a shard in the order of the file, without gaps (spec section "Region table").
 * Which regions there are follows from the metadata, see {@link ShardLayout}. Immutable.
 *
 * @param regions the first is METADATA
 */
public record RegionTable(List<Region> regions) {
  public RegionTable {
    regions = List.copyOf(regions);
    require(
        !regions.isEmpty() && regions.get(0).kind() == RegionKind.METADATA,
        ErrorCode.PRESENCE_MISMATCH,
        "RegionTable.regions[0].kind",
        regions.isEmpty() ? "none" : regions.get(0).kind(),
        RegionKind.METADATA);
    long expected = ShardHead.headLength(regions.size());
    for (int i = 0; i < regions.size(); i++) {
      require(
          regions.get(i).offset() == expected,
          ErrorCode.LENGTH_MISMATCH,
          "RegionTable.regions[" + i + "].region_offset",
          regions.get(i).offset(),
          expected);
      expected = regions.get(i).end();
    }
  }

  /**
   * Decodes the table behind a head that was decoded from the same buffer.
   *
   * @param buffer starts with the head; its position stays
   */
  public static RegionTable decode(ByteBuffer buffer, ShardHead head, Origin origin)
      throws PcrException {
    ByteBuffer in = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    List<Region> regions = new ArrayList<>();
    for (int i = 0; i < head.regionCount(); i++) {
      int at = ShardHead.headLength(i);
      try {
        regions.add(Region.decode(in.slice(at, RegionLayout.LENGTH).order(in.order())));
      } catch (InvalidFieldException e) {
        throw e.under("RegionTable.regions[" + i + "]").in(origin, at);
      }
    }
    try {
      RegionTable table = new RegionTable(regions);
      table.requireLengths(head);
      return table;
    } catch (InvalidFieldException e) {
      throw e.in(origin, ShardHeadLayout.LENGTH);
    }
  }

  private void requireLengths(ShardHead head) {
    require(
        metadata().length() == head.metadataLength(),
        ErrorCode.LENGTH_MISMATCH,
        "ShardHead.metadata_length",
        head.metadataLength(),
        metadata().length());
    long end = regions.get(regions.size() - 1).end();
    require(
        end == head.totalLength() - TrailerLayout.LENGTH,
        ErrorCode.LENGTH_MISMATCH,
        "ShardHead.total_length",
        head.totalLength(),
        Long.toUnsignedString(end + TrailerLayout.LENGTH));
  }

  /** The entries, one after the other. */
  public ByteBuffer encode() {
    ByteBuffer out =
        ByteBuffer.allocate(regions.size() * RegionLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    regions.forEach(region -> region.encode(out));
    return out.flip();
  }

  public Region metadata() {
    return regions.get(0);
  }

  /** The region of a kind and number, or empty. */
  public Optional<Region> find(RegionKind kind, int number) {
    return regions.stream()
        .filter(region -> region.kind() == kind && region.number() == number)
        .findFirst();
  }

  public Optional<Region> restore() {
    return find(RegionKind.RESTORE, 0);
  }
}
