package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_FRAME;
import static io.pcr.format.error.ErrorCode.BAD_SCRIPT;
import static io.pcr.format.error.ErrorCode.BAD_TABLE;
import static io.pcr.format.error.ErrorCode.BAD_UTF8;
import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.DUPLICATE;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.NOT_PCR;
import static io.pcr.format.error.ErrorCode.PRESENCE_MISMATCH;
import static io.pcr.format.error.ErrorCode.RESERVED_NOT_ZERO;
import static io.pcr.format.error.ErrorCode.TRUNCATED;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Manifests with a defect. */
final class BadManifestVectors {
  private static final int PCR = 0;
  private static final int LIQUID = 1;
  private static final int TFRECORD = 2;

  private final Vectors to;

  private BadManifestVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    BadManifestVectors vectors = new BadManifestVectors(to);
    vectors.heads();
    vectors.payloads();
    vectors.tables();
    vectors.names();
    vectors.entries();
    vectors.quality();
  }

  private void bad(String name, ErrorCode error, String about, ManifestDraft draft, String ids) {
    to.bad("manifest-" + name + ".pcrm", error, about, draft.build(), ids);
  }

  private void manifest(
      String name, ErrorCode error, String about, Consumer<TableDraft> edit, String ids) {
    bad(name, error, about, ManifestDraft.full().manifest(edit), ids);
  }

  private void heads() {
    bad(
        "magic",
        NOT_PCR,
        "magic: its last byte",
        ManifestDraft.full().head(head -> head.put(7, (byte) '\r')),
        "R-MANIFEST-2 R-HEAD-1");
    bad(
        "cut",
        TRUNCATED,
        "the last byte is missing",
        ManifestDraft.full().file(file -> Arrays.copyOf(file, file.length - 1)),
        "R-MANIFEST-1");
    bad(
        "cut-head",
        TRUNCATED,
        "the head ends",
        ManifestDraft.full().file(file -> Arrays.copyOf(file, 39)),
        "R-MANIFEST-1");
    bad(
        "long",
        LENGTH_MISMATCH,
        "a byte behind the payload",
        ManifestDraft.full().file(file -> Arrays.copyOf(file, file.length + 1)),
        "R-MANIFEST-1");
    bad(
        "payload-0",
        VALUE_OUT_OF_RANGE,
        "payload_length 0",
        ManifestDraft.full().head(head -> head.putInt(ManifestDraft.PAYLOAD_LENGTH_OFFSET, 0)),
        "R-MANIFEST-1");
    bad(
        "payload-64m",
        VALUE_OUT_OF_RANGE,
        "payload_length 64 MiB + 1",
        ManifestDraft.full()
            .head(head -> head.putInt(ManifestDraft.PAYLOAD_LENGTH_OFFSET, (64 << 20) + 1)),
        "R-MANIFEST-1");
    bad(
        "checksum",
        CHECKSUM_MISMATCH,
        "manifest_crc32c",
        flipped(ManifestDraft.CRC_OFFSET),
        "R-MANIFEST-2 R-CRC-2");
    bad(
        "flipped",
        CHECKSUM_MISMATCH,
        "a byte of the payload",
        flipped(ManifestDraft.HEAD_LENGTH + 99),
        "R-MANIFEST-2 G-3");
    bad(
        "major-flipped",
        CHECKSUM_MISMATCH,
        "major flipped: damage, not a newer file",
        flipped(8),
        "R-MANIFEST-2 G-3");
    bad(
        "reserved",
        RESERVED_NOT_ZERO,
        "reserved 0100",
        ManifestDraft.full()
            .head(head -> head.putShort(ManifestDraft.RESERVED_OFFSET, (short) 0x100)),
        "R-MANIFEST-2");
    bad(
        "generation-0",
        VALUE_OUT_OF_RANGE,
        "generation 0",
        ManifestDraft.full().head(head -> head.putLong(ManifestDraft.GENERATION_OFFSET, 0)),
        "R-MANIFEST-2");
    bad(
        "generation-2-63",
        VALUE_OUT_OF_RANGE,
        "generation 2^63",
        ManifestDraft.full()
            .head(head -> head.putLong(ManifestDraft.GENERATION_OFFSET, Long.MIN_VALUE)),
        "R-MANIFEST-2");
  }

  private static ManifestDraft flipped(int at) {
    return ManifestDraft.full()
        .file(
            file -> {
              file[at] ^= 4;
              return file;
            });
  }

  private void payloads() {
    bad(
        "frame",
        BAD_FRAME,
        "a payload that is no zstd frame",
        ManifestDraft.full().frame(content -> content),
        "R-ZSTD-1");
    bad(
        "identifier",
        BAD_TABLE,
        "the identifier of a metadata",
        ManifestDraft.full().flatBuffer(b -> b.bytes()[7] = 'M'),
        "R-FB-1");
    bad(
        "offset",
        BAD_TABLE,
        "a shard that is outside",
        ManifestDraft.full().flatBuffer(b -> b.buffer().putInt(b.at("shards*") + 4, 1 << 24)),
        "R-FB-2");
    bad(
        "double-odd",
        BAD_TABLE,
        "a double at no multiple of 8",
        ManifestDraft.full().flatBuffer(b -> moveField(b, "quality[0]")),
        "R-FB-4");
  }

  private static void moveField(FlatBufferBytes.Encoded b, String table) {
    int slot = b.at(table + ".vtable") + 4;
    b.buffer().putShort(slot, (short) (b.buffer().getShort(slot) - 4));
  }

  private void tables() {
    manifest(
        "uuid",
        LENGTH_MISMATCH,
        "dataset_uuid of 15 bytes",
        m -> m.set("dataset_uuid", new byte[15]),
        "R-MANIFEST-3");
    manifest(
        "uuid-absent",
        LENGTH_MISMATCH,
        "no dataset_uuid",
        m -> m.remove("dataset_uuid"),
        "R-MANIFEST-3");
    manifest(
        "groups-0",
        VALUE_OUT_OF_RANGE,
        "group_count 0",
        m -> m.set("group_count", 0),
        "R-MANIFEST-3");
    manifest(
        "groups-65",
        VALUE_OUT_OF_RANGE,
        "group_count 65",
        m -> m.set("group_count", 65),
        "R-MANIFEST-3");
    manifest(
        "scripts-absent",
        PRESENCE_MISMATCH,
        "a PCR shard and no scan scripts",
        m -> m.remove("scan_scripts"),
        "R-MANIFEST-3");
    manifest(
        "script",
        BAD_SCRIPT,
        "a scan in group 4 of three",
        m -> ((int[]) m.table("scan_scripts").element("scripts", 0).list("scans").get(3))[5] = 4,
        "R-MANIFEST-3 R-SCRIPT-2");
  }

  private void names() {
    for (String[] name :
        new String[][] {
          {"empty", ""},
          {"dot", "."},
          {"hidden", ".x"},
          {"slash", "a/b"},
          {"up", "../x"},
          {"backslash", "a\\b"},
          {"nul", "a\0b"},
          {"line", "a\nb"},
          {"delete", "a\u007fb"},
          {"long", "n".repeat(256)}
        }) {
      bad(
          "name-" + name[0],
          VALUE_OUT_OF_RANGE,
          "a shard's name that is not plain: " + name[0],
          ManifestDraft.full().entry(PCR, e -> e.set("name", ManifestDraft.utf8(name[1]))),
          "R-MANIFEST-4");
    }
    bad(
        "name-utf8",
        BAD_UTF8,
        "a shard's name that is not UTF-8",
        ManifestDraft.full().entry(PCR, e -> e.set("name", new byte[] {'a', (byte) 0xFE})),
        "R-TEXT-1");
    bad(
        "name-twice",
        DUPLICATE,
        "two shards of one name",
        ManifestDraft.full()
            .entry(LIQUID, e -> e.set("name", ManifestDraft.utf8("part-00000.pcr"))),
        "R-MANIFEST-4");
    manifest(
        "option-twice",
        DUPLICATE,
        "two options of one name",
        m ->
            m.set(
                "options", List.of(ManifestDraft.option("a", "1"), ManifestDraft.option("a", "1"))),
        "R-MANIFEST-4");
    manifest(
        "label-twice",
        DUPLICATE,
        "two names of one label",
        m ->
            m.set(
                "class_names",
                List.of(ManifestDraft.className(5, "a"), ManifestDraft.className(5, "b"))),
        "R-MANIFEST-4");
    manifest(
        "labels-descend",
        DUPLICATE,
        "labels that descend",
        m ->
            m.set(
                "class_names",
                List.of(ManifestDraft.className(5, "a"), ManifestDraft.className(-5, "b"))),
        "R-MANIFEST-4");
    manifest(
        "class-name-empty",
        VALUE_OUT_OF_RANGE,
        "a class name of no bytes",
        m -> m.element("class_names", 0).remove("name"),
        "R-MANIFEST-3");
    manifest(
        "class-name-utf8",
        BAD_UTF8,
        "a class name that is not UTF-8",
        m -> m.element("class_names", 0).set("name", new byte[] {(byte) 0xE2, (byte) 0x82}),
        "R-TEXT-1");
  }

  private void entry(
      String name,
      ErrorCode error,
      String about,
      int shard,
      Consumer<TableDraft> edit,
      String ids) {
    bad("shard-" + name, error, about, ManifestDraft.full().entry(shard, edit), ids);
  }

  private void entries() {
    entry(
        "uuid",
        LENGTH_MISMATCH,
        "shard_uuid of 17 bytes",
        PCR,
        e -> e.set("shard_uuid", new byte[17]),
        "R-MANIFEST-3");
    entry(
        "variant-0",
        VALUE_OUT_OF_RANGE,
        "variant 0",
        PCR,
        e -> e.set("variant", 0),
        "R-MANIFEST-3");
    entry(
        "variant-4",
        VALUE_OUT_OF_RANGE,
        "variant 4",
        PCR,
        e -> e.set("variant", 4),
        "R-MANIFEST-3");
    entry(
        "compression-4",
        VALUE_OUT_OF_RANGE,
        "compression 4",
        TFRECORD,
        e -> e.set("compression", 4),
        "R-MANIFEST-3");
    entry(
        "compression-pcr",
        VALUE_OUT_OF_RANGE,
        "a PCR shard of compression ZSTD",
        PCR,
        e -> e.set("compression", 3),
        "R-MANIFEST-5");
    entry(
        "total-2-63",
        VALUE_OUT_OF_RANGE,
        "total_length 2^63",
        TFRECORD,
        e -> e.set("total_length", Long.MIN_VALUE),
        "R-INT-1");
    entry(
        "samples-2-31",
        VALUE_OUT_OF_RANGE,
        "sample_count 2^31",
        PCR,
        e -> e.set("sample_count", 1L << 31),
        "R-MANIFEST-3");
    entry(
        "metadata-0",
        VALUE_OUT_OF_RANGE,
        "metadata_length 0 of a PCR shard",
        PCR,
        e -> e.set("metadata_length", 0),
        "R-MANIFEST-5");
    entry(
        "metadata-64m",
        VALUE_OUT_OF_RANGE,
        "metadata_length 64 MiB + 1",
        PCR,
        e -> e.set("metadata_length", (64 << 20) + 1),
        "R-MANIFEST-5");
    entry(
        "prefixes-short",
        LENGTH_MISMATCH,
        "three prefix_lengths of four",
        PCR,
        e -> e.set("prefix_lengths", new long[] {300, 400, 500}),
        "R-MANIFEST-5");
    entry(
        "prefixes-absent",
        LENGTH_MISMATCH,
        "no prefix_lengths",
        PCR,
        e -> e.remove("prefix_lengths"),
        "R-MANIFEST-5");
    entry(
        "prefixes-liquid",
        LENGTH_MISMATCH,
        "three prefix_lengths of a Liquid shard",
        LIQUID,
        e -> e.set("prefix_lengths", new long[] {300, 400, 500}),
        "R-MANIFEST-5");
    entry(
        "prefix-falls",
        LENGTH_MISMATCH,
        "prefix_lengths that fall",
        PCR,
        e -> e.set("prefix_lengths", new long[] {300, 500, 499, 600}),
        "R-MANIFEST-5");
    entry(
        "prefix-low",
        LENGTH_MISMATCH,
        "a prefix_length(0) below that of the least head",
        PCR,
        e -> e.set("prefix_lengths", new long[] {187, 400, 500, 600}),
        "R-MANIFEST-5");
    entry(
        "prefix-2-63",
        VALUE_OUT_OF_RANGE,
        "a prefix_length of 2^63",
        PCR,
        e -> e.set("prefix_lengths", new long[] {300, 400, 500, Long.MIN_VALUE}),
        "R-INT-1");
    entry(
        "restore-long",
        LENGTH_MISMATCH,
        "restore_length beyond the shard",
        PCR,
        e -> e.set("restore_length", 2000 - 600 - 15),
        "R-MANIFEST-5");
    entry(
        "restore-2-63",
        VALUE_OUT_OF_RANGE,
        "restore_length 2^63",
        PCR,
        e -> e.set("restore_length", Long.MIN_VALUE),
        "R-INT-1");
    entry(
        "tfrecord-prefixes",
        VALUE_OUT_OF_RANGE,
        "prefix_lengths of a TFRECORD",
        TFRECORD,
        e -> e.set("prefix_lengths", new long[] {1, 2}),
        "R-MANIFEST-5");
    entry(
        "tfrecord-metadata",
        VALUE_OUT_OF_RANGE,
        "metadata_length of a TFRECORD",
        TFRECORD,
        e -> e.set("metadata_length", 1),
        "R-MANIFEST-5");
    entry(
        "tfrecord-crc",
        VALUE_OUT_OF_RANGE,
        "head_crc32c of a TFRECORD",
        TFRECORD,
        e -> e.set("head_crc32c", 1),
        "R-MANIFEST-5");
    entry(
        "tfrecord-restore",
        VALUE_OUT_OF_RANGE,
        "restore_length of a TFRECORD",
        TFRECORD,
        e -> e.set("restore_length", 1),
        "R-MANIFEST-5");
  }

  private void point(String name, String about, String field, double value) {
    manifest(
        "quality-" + name,
        VALUE_OUT_OF_RANGE,
        about,
        m -> m.element("quality", 1).set(field, value),
        "R-MANIFEST-7");
  }

  private void quality() {
    manifest(
        "quality-short",
        LENGTH_MISMATCH,
        "two points of quality of three",
        m -> m.set("quality", List.of(ManifestDraft.quality(1), ManifestDraft.quality(2))),
        "R-MANIFEST-7");
    point("ssim-above-1", "an MS-SSIM above 1", "ms_ssim_mean", 1.0000001);
    point("negative", "a negative MS-SSIM", "ms_ssim_p1", -0.5);
    point("nan", "an MS-SSIM that is not a number", "ms_ssim_p10", Double.NaN);
    point("psnr-nan", "a PSNR that is not a number", "psnr", Double.NaN);
    point("bytes-infinite", "infinite mean_bytes", "mean_bytes", Double.POSITIVE_INFINITY);
    point(
        "decode-infinite", "infinite decode_relative", "decode_relative", Double.POSITIVE_INFINITY);
  }
}
