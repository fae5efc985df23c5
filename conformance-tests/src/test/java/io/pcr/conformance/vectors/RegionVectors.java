package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.MALFORMED;
import static io.pcr.format.error.ErrorCode.PRESENCE_MISMATCH;
import static io.pcr.format.error.ErrorCode.RESERVED_NOT_ZERO;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Region tables, and regions that are not what the metadata demands. */
final class RegionVectors {
  private static final int RESERVED_OFFSET = 1;
  private static final int NUMBER_OFFSET = 2;
  private static final int CRC_OFFSET = 4;
  private static final int OFFSET_OFFSET = 8;
  private static final int LENGTH_OFFSET = 16;
  private static final int SECOND = RegionDraft.LENGTH;

  private final Vectors to;

  private RegionVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    RegionVectors vectors = new RegionVectors(to);
    vectors.entries();
    vectors.places();
    vectors.presence();
    vectors.data();
  }

  private void table(
      String name, ErrorCode error, String about, Consumer<ByteBuffer> edit, String ids) {
    to.bad("region-" + name + ".pcr", error, about, Drafts.one().table(edit).build(), ids);
  }

  private void regions(
      String name, ErrorCode error, String about, Consumer<List<RegionDraft>> edit, String ids) {
    to.bad("region-" + name + ".pcr", error, about, Drafts.one().regions(edit).build(), ids);
  }

  private void entries() {
    table(
        "kind-0", VALUE_OUT_OF_RANGE, "kind 0", table -> table.put(SECOND, (byte) 0), "R-REGION-1");
    table(
        "kind-6", VALUE_OUT_OF_RANGE, "kind 6", table -> table.put(SECOND, (byte) 6), "R-REGION-1");
    table(
        "kind-255",
        VALUE_OUT_OF_RANGE,
        "kind 255",
        table -> table.put(SECOND, (byte) 255),
        "R-REGION-1");
    table(
        "reserved-1",
        MALFORMED,
        "reserved 1",
        table -> table.put(SECOND + RESERVED_OFFSET, (byte) 1),
        "R-REGION-1");
    table(
        "metadata-number",
        VALUE_OUT_OF_RANGE,
        "number 1 of METADATA",
        table -> table.putShort(NUMBER_OFFSET, (short) 1),
        "R-REGION-1");
    table(
        "group-0",
        VALUE_OUT_OF_RANGE,
        "number 0 of a SCAN_GROUP",
        table -> table.putShort(SECOND + NUMBER_OFFSET, (short) 0),
        "R-REGION-1");
    table(
        "group-65",
        VALUE_OUT_OF_RANGE,
        "number 65 of a SCAN_GROUP",
        table -> table.putShort(SECOND + NUMBER_OFFSET, (short) 65),
        "R-REGION-1");
    table(
        "slices-crc",
        RESERVED_NOT_ZERO,
        "region_crc32c of a SCAN_GROUP",
        table -> table.putInt(SECOND + CRC_OFFSET, 1),
        "R-REGION-1");
  }

  private void places() {
    table(
        "offset-0",
        LENGTH_MISMATCH,
        "region_offset 0",
        table -> table.putLong(SECOND + OFFSET_OFFSET, 0),
        "R-REGION-2");
    table(
        "gap",
        LENGTH_MISMATCH,
        "region_offset one more",
        table -> add(table, SECOND + OFFSET_OFFSET, 1),
        "R-REGION-2");
    table(
        "overlap",
        LENGTH_MISMATCH,
        "region_offset one less",
        table -> add(table, SECOND + OFFSET_OFFSET, -1),
        "R-REGION-2");
    table(
        "first-offset",
        LENGTH_MISMATCH,
        "region_offset of METADATA one more",
        table -> add(table, OFFSET_OFFSET, 1),
        "R-REGION-2");
    table(
        "offset-2-63",
        VALUE_OUT_OF_RANGE,
        "region_offset 2^63",
        table -> table.putLong(SECOND + OFFSET_OFFSET, Long.MIN_VALUE),
        "R-INT-1");
    table(
        "length-2-63",
        VALUE_OUT_OF_RANGE,
        "region_length 2^63",
        table -> table.putLong(SECOND + LENGTH_OFFSET, Long.MIN_VALUE),
        "R-INT-1");
    table(
        "length-overflow",
        LENGTH_MISMATCH,
        "offset + length beyond 2^63-1",
        table -> table.putLong(SECOND + LENGTH_OFFSET, Long.MAX_VALUE),
        "R-REGION-2");
    table(
        "length",
        LENGTH_MISMATCH,
        "region_length one more",
        table -> add(table, SECOND + LENGTH_OFFSET, 1),
        "R-REGION-2");
  }

  private static void add(ByteBuffer table, int at, long difference) {
    table.putLong(at, table.getLong(at) + difference);
  }

  private void presence() {
    regions(
        "first",
        PRESENCE_MISMATCH,
        "the first is not METADATA",
        regions -> Collections.swap(regions, 0, 1),
        "R-REGION-3");
    regions(
        "group-missing",
        PRESENCE_MISMATCH,
        "SCAN_GROUP 3 is missing",
        regions -> regions.remove(3),
        "R-REGION-4");
    regions(
        "group-twice",
        PRESENCE_MISMATCH,
        "SCAN_GROUP 3 stands twice",
        regions -> regions.add(RegionDraft.scanGroup(3, new byte[0])),
        "R-REGION-4");
    regions(
        "group-beyond",
        PRESENCE_MISMATCH,
        "SCAN_GROUP 4 of a shard of three groups",
        regions -> regions.add(RegionDraft.scanGroup(4, new byte[0])),
        "R-REGION-4");
    regions(
        "groups-swapped",
        PRESENCE_MISMATCH,
        "SCAN_GROUP 2 before 1",
        regions -> Collections.swap(regions, 1, 2),
        "R-REGION-4");
    regions(
        "format",
        PRESENCE_MISMATCH,
        "a FORMAT region in a PCR shard",
        regions -> regions.add(RegionDraft.format(16, new byte[0])),
        "R-REGION-4");
    regions(
        "metadata-twice",
        PRESENCE_MISMATCH,
        "a second METADATA",
        regions -> regions.add(RegionDraft.metadata()),
        "R-REGION-4");
    regions(
        "column-unknown",
        PRESENCE_MISMATCH,
        "a COLUMN region without a column",
        regions -> regions.add(1, RegionDraft.column(0, new byte[0])),
        "R-REGION-4");
    to.bad(
        "region-column-missing.pcr",
        PRESENCE_MISMATCH,
        "an EARLY column without its region",
        withEarly().regions(regions -> regions.remove(1)).build(),
        "R-REGION-4");
    to.bad(
        "region-column-behind.pcr",
        PRESENCE_MISMATCH,
        "an EARLY column's region behind the groups",
        withEarly().regions(regions -> regions.add(regions.remove(1))).build(),
        "R-REGION-4");
    to.bad(
        "region-column-number.pcr",
        PRESENCE_MISMATCH,
        "a COLUMN region of another column",
        withEarly().regions(regions -> regions.get(1).number = 1).build(),
        "R-REGION-4");
    to.bad(
        "region-restore-first.pcr",
        PRESENCE_MISMATCH,
        "RESTORE before the last group",
        Drafts.one()
            .restore(new RestoreDraft().add(RestoreDraft.SAME))
            .regions(regions -> Collections.swap(regions, 3, 4))
            .build(),
        "R-REGION-4");
    regions(
        "group-short",
        LENGTH_MISMATCH,
        "a group shorter than its slices",
        regions -> regions.get(2).bytes = new byte[1],
        "R-REGION-5");
    regions(
        "group-long",
        LENGTH_MISMATCH,
        "a group longer than its slices",
        regions -> regions.get(2).bytes = new byte[9000],
        "R-REGION-5");
    to.bad(
        "region-column-long.pcr",
        LENGTH_MISMATCH,
        "a COLUMN region longer than its values",
        withEarly().regions(regions -> regions.get(1).bytes = new byte[9]).build(),
        "R-REGION-5");
  }

  private static ShardDraft withEarly() {
    return Drafts.one().column(ColumnDraft.bytes("mask", ColumnDraft.EARLY, new byte[] {1, 2}));
  }

  private void data() {
    to.bad(
        "metadata-flipped.pcr",
        CHECKSUM_MISMATCH,
        "a byte of the metadata",
        Drafts.one().flip(64 + 4 * RegionDraft.LENGTH + 50).build(),
        "R-CRC-2 G-3");
    table(
        "metadata-crc",
        CHECKSUM_MISMATCH,
        "region_crc32c of METADATA",
        table -> add(table, CRC_OFFSET, 1),
        "R-REGION-1");
    for (int group = 1; group <= JpegDrafts.GROUPS; group++) {
      int damaged = group;
      ShardDraft draft = Drafts.shard().regions(regions -> regions.get(damaged).bytes[3] ^= 1);
      to.bad(
          "slice-of-group-" + group + ".pcr",
          CHECKSUM_MISMATCH,
          "a slice of group " + group + ": its sample is left below it, all others whole",
          draft.build(),
          "R-SAMPLE-4 G-4 G-3");
    }
    to.bad(
        "slice-opaque.pcr",
        CHECKSUM_MISMATCH,
        "the file of an opaque sample",
        Drafts.texts(2).regions(regions -> regions.get(1).bytes[0] ^= 1).build(),
        "R-SAMPLE-4 G-4");
  }
}
