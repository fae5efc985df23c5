package io.pcr.format.internal.shard;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.shard.ShardVariant;
import java.util.List;

/**
 * Which regions may follow which (spec requirement R-REGION-3): METADATA, columns, groups or
 * formats, columns, RESTORE.
 */
final class RegionOrder {
  private RegionOrder() {}

  /**
   * Checks the regions behind METADATA.
   *
   * @throws InvalidFieldException when they stand otherwise
   */
  static void require(ShardVariant variant, List<Region> regions) {
    RegionKind data = variant == ShardVariant.PCR ? RegionKind.SCAN_GROUP : RegionKind.FORMAT;
    boolean hasData = regions.stream().anyMatch(region -> region.kind() == data);
    require(
        hasData || variant == ShardVariant.LIQUID,
        "RegionTable.regions",
        "no group",
        RegionKind.SCAN_GROUP);
    boolean afterData = !hasData;
    for (int i = 1; i < regions.size(); i++) {
      Region region = regions.get(i);
      Region before = regions.get(i - 1);
      String field = "RegionTable.regions[" + i + "]";
      boolean last = i == regions.size() - 1;
      boolean fits =
          region.kind() == RegionKind.COLUMN
              || (region.kind() == data && !afterData)
              || (region.kind() == RegionKind.RESTORE
                  && last
                  && afterData(data, before, afterData));
      require(fits, field + ".kind", region, "the order of kinds");
      afterData |= before.kind() == data && region.kind() != data;
      if (region.kind() == RegionKind.SCAN_GROUP) {
        int next = before.kind() == data ? before.number() + 1 : 1;
        require(region.number() == next, field + ".number", region, next);
      } else if (hasData && region.kind() == before.kind()) {
        // Without samples, the columns in front and those behind stand side by side.
        require(region.number() > before.number(), field + ".number", region, "after " + before);
      }
    }
  }

  private static boolean afterData(RegionKind data, Region before, boolean afterData) {
    return afterData || before.kind() == data;
  }

  private static void require(boolean holds, String field, Object found, Object required) {
    InvalidFieldException.require(holds, ErrorCode.MALFORMED, field, found, required);
  }
}
