package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_FRAME;
import static io.pcr.format.error.ErrorCode.BAD_TABLE;
import static io.pcr.format.error.ErrorCode.BAD_TARGETS;
import static io.pcr.format.error.ErrorCode.BAD_UTF8;
import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.DUPLICATE;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.NOT_PCR;
import static io.pcr.format.error.ErrorCode.RESERVED_NOT_ZERO;
import static io.pcr.format.error.ErrorCode.TRUNCATED;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Manifests with a defect in their head, their payload, or their own tables and names. */
final class BadManifestVectors {
  private static final int PCR = 0;
  private static final int LIQUID = 1;

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
        ManifestDraft.full().flatBuffer(b -> moveField(b, "quality[0].points[0]")),
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
        "targets-few",
        BAD_TARGETS,
        "one target for three groups",
        m -> m.table("targets").set("values", new long[] {900_000}),
        "R-MANIFEST-3 R-TARGET-2");
    manifest(
        "targets-fall",
        BAD_TARGETS,
        "targets that fall",
        m -> m.table("targets").set("values", new long[] {900_000, 800_000}),
        "R-MANIFEST-3 R-TARGET-2");
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
}
