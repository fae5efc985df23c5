package io.pcr.format.internal.shard;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
        ErrorCode.MALFORMED,
        "RegionTable.regions[0].kind",
        regions.isEmpty() ? "none" : regions.get(0).kind(),
        RegionKind.METADATA);
    requireRange(
        "RegionTable.regions[0].region_length",
        regions.get(0).length(),
        1,
        ShardHead.MAX_METADATA_LENGTH);
    long expected = ShardHead.headLength(regions.size());
    for (int i = 0; i < regions.size(); i++) {
      require(
          regions.get(i).offset() == expected,
          ErrorCode.MALFORMED,
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
      RegionOrder.require(head.variant(), regions);
      table.requireLength(head);
      return table;
    } catch (InvalidFieldException e) {
      throw e.in(origin, ShardHeadLayout.LENGTH);
    }
  }

  private void requireLength(ShardHead head) {
    long front = metadata().end() + TrailerLayout.LENGTH;
    require(
        end() <= Long.MAX_VALUE - front && end() + front == head.totalLength(),
        ErrorCode.MALFORMED,
        "ShardHead.total_length",
        head.totalLength(),
        Long.toUnsignedString(end() + front));
  }

  /** Where the last region ends and the copy of the front begins. */
  public long end() {
    return regions.get(regions.size() - 1).end();
  }

  /** Scan groups; 1 in a Liquid shard, which has none. */
  public int groupCount() {
    long groups = regions.stream().filter(r -> r.kind() == RegionKind.SCAN_GROUP).count();
    return (int) Math.max(1, groups);
  }

  /**
   * How many bytes from the start of the shard hold everything of fidelity {@code group}; for group
   * 0, everything but samples.
   */
  public long prefixLength(int group) {
    Objects.checkIndex(group, groupCount() + 1);
    long end = metadata().end();
    for (Region region : regions) {
      boolean wanted =
          group > 0
              && (region.kind() == RegionKind.FORMAT
                  || (region.kind() == RegionKind.SCAN_GROUP && region.number() <= group));
      end = wanted ? region.end() : end;
    }
    return end;
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
