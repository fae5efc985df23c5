package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.PRESENCE_MISMATCH;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/** Liquid shards, whole and damaged. */
final class LiquidVectors {
  private static final int JPEG = 16;
  private static final int PNG = 17;
  private static final int WEBP = 18;
  private static final int BMP = 19;
  private static final int RAW = 20;

  /** One pixel, lossless. */
  private static final byte[] WEBP_FILE =
      HexFormat.of()
          .parseHex("524946461a000000574542505650384c0d0000002f00000010071011118888fe0700");

  private final Vectors to;

  private LiquidVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    LiquidVectors vectors = new LiquidVectors(to);
    vectors.good();
    vectors.metadata();
    vectors.regions();
    vectors.prefixes();
  }

  private static SampleDraft jpeg(String key, long seed) {
    byte[] file = JpegDrafts.baseline(seed, 20, 10, PixelFormat.RGB);
    return SampleDraft.liquid(key, JPEG, file).withSize(20, 10);
  }

  private static SampleDraft raw(String key, int width, int height) {
    byte[] head = ("P5\n" + width + " " + height + "\n255\n").getBytes(StandardCharsets.US_ASCII);
    return SampleDraft.liquid(key, RAW, Frames.concat(head, new byte[width * height]))
        .withSize(width, height);
  }

  private static SampleDraft png(String key) {
    byte[] header = {0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0};
    byte[] file =
        Frames.concat(
            new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'},
            chunk("IHDR", header),
            chunk("IDAT", ExampleDraft.zlib(new byte[] {0, 77})),
            chunk("IEND", new byte[0]));
    return SampleDraft.liquid(key, PNG, file).withSize(1, 1);
  }

  private static byte[] chunk(String type, byte[] data) {
    byte[] body = Frames.concat(type.getBytes(StandardCharsets.US_ASCII), data);
    CRC32 crc = new CRC32();
    crc.update(body);
    return Frames.concat(bigEndian(data.length), body, bigEndian(crc.getValue()));
  }

  private static byte[] bigEndian(long value) {
    byte[] little = Frames.u32(value);
    return new byte[] {little[3], little[2], little[1], little[0]};
  }

  /** One grey pixel with a palette of two colours. */
  private static SampleDraft bmp(String key) {
    byte[] head =
        HexFormat.of()
            .parseHex(
                "424d42000000000000003e00000028000000010000000100000001000800000000000400000000000000000000000200000000000000");
    byte[] palette = {0, 0, 0, 0, (byte) 255, (byte) 255, (byte) 255, 0};
    return SampleDraft.liquid(key, BMP, Frames.concat(head, palette, new byte[] {1, 0, 0, 0}))
        .withSize(1, 1);
  }

  /** Samples of all encodings, mixed. */
  private static ShardDraft mixed() {
    return ShardDraft.liquid(
        List.of(
            raw("raw 1", 3, 2).withLabel(1),
            jpeg("jpeg 1", 31),
            png("png"),
            raw("raw 2", 1, 1),
            SampleDraft.liquid("webp", WEBP, WEBP_FILE).withSize(1, 1).withLabel(2),
            bmp("bmp"),
            jpeg("jpeg 2", 32)));
  }

  private static ShardDraft two() {
    return ShardDraft.liquid(List.of(raw("raw", 3, 2), jpeg("jpeg", 33)));
  }

  private void good(String name, String about, ShardDraft draft, String ids) {
    to.good("liquid-" + name + ".pcrl", about, draft.build(), ids);
  }

  private void good() {
    good(
        "empty",
        "no samples, so no FORMAT region",
        ShardDraft.liquid(List.of()),
        "R-LIQUID-1 R-REGION-4");
    good(
        "jpeg",
        "one encoding",
        ShardDraft.liquid(List.of(jpeg("a", 34))),
        "R-LIQUID-1 R-LIQUID-3 R-LIQUID-5 R-LIQUID-6");
    good("two", "two encodings", two(), "R-LIQUID-1");
    good(
        "mixed",
        "all encodings, mixed",
        mixed(),
        "R-LIQUID-1 R-LIQUID-2 R-LIQUID-3 R-LIQUID-4 R-REGION-4 R-REGION-5 R-META-4");
    good(
        "columns",
        "early and late columns",
        two()
            .column(ColumnDraft.strings("caption", ColumnDraft.EARLY, "one", null))
            .column(ColumnDraft.bytes("mask", ColumnDraft.LATE, new byte[] {1}, new byte[] {2, 3})),
        "R-LIQUID-1 R-REGION-4");
    good(
        "restore",
        "originals that are the samples",
        two().restore(new RestoreDraft().add(RestoreDraft.SAME).add(RestoreDraft.SAME)),
        "R-RESTORE-4");
    good(
        "columns-empty",
        "an early column of a shard without samples",
        ShardDraft.liquid(List.of()).column(ColumnDraft.strings("caption", ColumnDraft.EARLY)),
        "R-PREFIX-1");
  }

  private void bad(String name, ErrorCode error, String about, ShardDraft draft, String ids) {
    to.bad("liquid-" + name + ".pcrl", error, about, draft.build(), ids);
  }

  private void metadata() {
    to.bad(
        "liquid-targets.pcrl",
        PRESENCE_MISMATCH,
        "targets in a Liquid shard",
        two().metadata(table -> table.set("targets", TargetDrafts.targets(1))).build(),
        "R-META-8");
    bad(
        "groups-2",
        VALUE_OUT_OF_RANGE,
        "group_count 2 and no samples",
        ShardDraft.liquid(List.of()).metadata(table -> table.set("group_count", 2)),
        "R-META-4 R-LIQUID-1");
    bad(
        "groups-2-sample",
        VALUE_OUT_OF_RANGE,
        "group_count 2",
        two().metadata(LiquidVectors::twoGroups),
        "R-META-4 R-LIQUID-1");
    bad(
        "encoding-pcr",
        VALUE_OUT_OF_RANGE,
        "an encoding of PCR shards in a Liquid one",
        two().metadata(table -> table.setElement("encodings", 1, 2)),
        "R-META-4");
    bad(
        "encodings-pcr",
        VALUE_OUT_OF_RANGE,
        "only encodings of PCR shards in a Liquid one",
        two().metadata(table -> table.set("encodings", new byte[] {2, 2})),
        "R-META-4");
    bad(
        "encoding-21",
        VALUE_OUT_OF_RANGE,
        "encoding 21",
        two().metadata(table -> table.setElement("encodings", 1, 21)),
        "R-META-3");
    bad(
        "colour",
        VALUE_OUT_OF_RANGE,
        "colour class GREY",
        two().metadata(table -> table.setElement("color_classes", 0, 1)),
        "R-META-3");
    bad(
        "width",
        VALUE_OUT_OF_RANGE,
        "width 2^31",
        two().metadata(table -> table.setElement("widths", 0, 1L << 31)),
        "R-META-3");
  }

  private static void twoGroups(TableDraft table) {
    table.set("group_count", 2);
    for (String field : List.of("slice_lengths_low", "slice_lengths_high", "slice_crc32c")) {
      table.set(field, Arrays.copyOf(table.numbers(field), 4));
    }
  }

  private void regions() {
    bad(
        "format-15",
        VALUE_OUT_OF_RANGE,
        "number 15 of a FORMAT region",
        two().regions(r -> r.get(1).number = 15),
        "R-REGION-1");
    bad(
        "format-21",
        VALUE_OUT_OF_RANGE,
        "number 21 of a FORMAT region",
        two().regions(r -> r.get(2).number = 21),
        "R-REGION-1");
    bad(
        "format-other",
        PRESENCE_MISMATCH,
        "a FORMAT region of an encoding that no sample has",
        two().regions(r -> r.get(1).number = PNG),
        "R-REGION-4");
    bad(
        "format-missing",
        PRESENCE_MISMATCH,
        "a FORMAT region is missing",
        two().regions(r -> r.remove(2)),
        "R-REGION-4");
    bad(
        "format-superfluous",
        PRESENCE_MISMATCH,
        "an empty FORMAT region of an encoding that no sample has",
        two().regions(r -> r.add(2, RegionDraft.format(PNG, new byte[0]))),
        "R-REGION-4");
    bad(
        "formats-descend",
        PRESENCE_MISMATCH,
        "FORMAT regions that descend",
        two().regions(r -> Collections.swap(r, 1, 2)),
        "R-REGION-4");
    bad(
        "scan-group",
        PRESENCE_MISMATCH,
        "a SCAN_GROUP in a Liquid shard",
        two().regions(r -> r.add(RegionDraft.scanGroup(1, new byte[0]))),
        "R-REGION-4");
    bad(
        "encoding-changed",
        PRESENCE_MISMATCH,
        "an encoding without a FORMAT region",
        two().metadata(table -> table.setElement("encodings", 1, PNG)),
        "R-REGION-4");
    bad(
        "encodings-swapped",
        LENGTH_MISMATCH,
        "FORMAT regions of other lengths than their samples",
        two().metadata(table -> table.set("encodings", new byte[] {JPEG, RAW})),
        "R-REGION-5");
    bad(
        "format-long",
        LENGTH_MISMATCH,
        "a FORMAT region longer than its samples",
        two().regions(r -> r.get(2).bytes = new byte[999]),
        "R-REGION-5");
    bad(
        "sample",
        CHECKSUM_MISMATCH,
        "a byte of a sample: the others are whole",
        mixed().regions(r -> r.get(1).bytes[9] ^= 1),
        "R-SAMPLE-4 G-4");
  }

  private void prefixes() {
    ShardDraft whole =
        mixed()
            .column(
                ColumnDraft.strings("late", ColumnDraft.LATE, "a", "b", "c", "d", "e", "f", "g"));
    to.prefix(
        "liquid-0.pcrl",
        "a Liquid shard cut behind its metadata",
        whole.prefix(0),
        0,
        1,
        "R-PREFIX-1 R-PREFIX-2 R-HEAD-8");
    to.prefix(
        "liquid-1.pcrl",
        "a Liquid shard cut behind its last FORMAT region",
        whole.prefix(1),
        1,
        1,
        "R-PREFIX-1 R-PREFIX-2 R-HEAD-8");
  }
}
