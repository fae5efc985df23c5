package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_TABLE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** FlatBuffers whose structure is damaged. */
final class TableVectors {
  private static final String AT = "resize:256,crop:224";

  private final Vectors to;

  private TableVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    TableVectors vectors = new TableVectors(to);
    vectors.roots();
    vectors.tables();
    vectors.vectors();
    vectors.nested();
  }

  private void bad(String name, String about, Consumer<FlatBufferBytes.Encoded> edit, String ids) {
    to.bad("table-" + name + ".pcr", BAD_TABLE, about, Drafts.one().flatBuffer(edit).build(), ids);
  }

  private void content(String name, String about, UnaryOperator<byte[]> edit, String ids) {
    to.bad("table-" + name + ".pcr", BAD_TABLE, about, Drafts.one().content(edit).build(), ids);
  }

  private void roots() {
    content("short", "a buffer of seven bytes", content -> Arrays.copyOf(content, 7), "R-FB-1");
    content("no-bytes", "a buffer of no bytes", content -> new byte[0], "R-FB-1");
    bad("identifier", "another identifier", b -> b.bytes()[4] = 'p', "R-FB-1");
    bad("root-0", "the root's position is 0", b -> b.buffer().putInt(0, 0), "R-FB-2");
    bad(
        "root-beyond",
        "the root is behind the end",
        b -> b.buffer().putInt(0, b.bytes().length),
        "R-FB-2");
    bad(
        "root-2g",
        "the root's position is 2^31",
        b -> b.buffer().putInt(0, Integer.MIN_VALUE),
        "R-FB-2");
    bad(
        "root-odd",
        "the root stands at no multiple of 4",
        b -> b.buffer().putInt(0, b.at("table") + 2),
        "R-FB-4");
  }

  private void tables() {
    bad(
        "vtable-before",
        "the vtable is before the start",
        b -> b.buffer().putInt(b.at("table"), 1 << 20),
        "R-FB-2");
    bad(
        "vtable-behind",
        "the vtable is behind the end",
        b -> b.buffer().putInt(b.at("table"), -(1 << 20)),
        "R-FB-2");
    bad(
        "vtable-odd",
        "the vtable stands at an odd position",
        b -> b.buffer().putInt(b.at("table"), b.at("table") - b.at("vtable") + 1),
        "R-FB-4");
    bad(
        "vtable-length-2",
        "vtable length 2",
        b -> b.buffer().putShort(b.at("vtable"), (short) 2),
        "R-FB-3");
    bad(
        "vtable-length-odd",
        "vtable length odd",
        b -> add(b.buffer(), b.at("vtable"), 1),
        "R-FB-3");
    bad(
        "vtable-length-beyond",
        "the vtable reaches behind the end",
        b -> b.buffer().putShort(b.at("vtable"), (short) 0x7FFE),
        "R-FB-2");
    bad(
        "table-length-3",
        "table length 3",
        b -> b.buffer().putShort(b.at("vtable") + 2, (short) 3),
        "R-FB-3");
    bad(
        "table-length-beyond",
        "the table reaches behind the end",
        b -> b.buffer().putShort(b.at("vtable") + 2, (short) 0x7FFF),
        "R-FB-2");
    to.bad(
        "table-field-in-header.pcr",
        BAD_TABLE,
        "a byte among a table's first four, where it would read as 0",
        Drafts.shard()
            .column(ColumnDraft.int64s("n", 1L, 2L, 3L))
            .flatBuffer(TableVectors::placementInHeader)
            .build(),
        "R-FB-3");
    bad(
        "field-beyond",
        "a field behind its table",
        b -> b.buffer().putShort(b.at("vtable") + 4, (short) 0x7000),
        "R-FB-3");
    bad(
        "field-odd",
        "a number at no multiple of its size",
        b -> add(b.buffer(), b.at("vtable") + 4, 1),
        "R-FB-4");
    bad(
        "field-across-end",
        "a number across the end of its table",
        b -> b.buffer().putShort(b.at("vtable") + 2, (short) 6),
        "R-FB-3");
  }

  private static void placementInHeader(FlatBufferBytes.Encoded b) {
    int slot = List.copyOf(Schemas.fields("Column").keySet()).indexOf("placement");
    int vtable = b.at("columns[0].vtable");
    b.buffer().putShort(vtable + 2 * Short.BYTES + slot * Short.BYTES, (short) 3);
  }

  private void vectors() {
    bad("offset-0", "an offset of 0", b -> b.buffer().putInt(b.at("widths"), 0), "R-FB-2");
    bad(
        "offset-beyond",
        "an offset behind the end",
        b -> b.buffer().putInt(b.at("widths"), b.bytes().length),
        "R-FB-2");
    bad("offset-4g", "an offset of 2^32-4", b -> b.buffer().putInt(b.at("widths"), -4), "R-FB-2");
    bad(
        "offset-odd",
        "an offset to no multiple of 4",
        b -> b.buffer().putInt(b.at("widths"), b.buffer().getInt(b.at("widths")) + 1),
        "R-FB-4");
    bad(
        "elements-odd",
        "elements of eight bytes at no multiple of 8",
        b -> moveBack(b, "source_lengths"),
        "R-FB-4");
    bad(
        "count-beyond",
        "more elements than there are bytes",
        b -> b.buffer().putInt(b.at("widths*"), b.bytes().length),
        "R-FB-2");
    bad(
        "count-overflow",
        "a count that overflows with the element's size",
        b -> b.buffer().putInt(b.at("widths*"), 0x40000001),
        "R-FB-2");
    bad(
        "count-max",
        "a count of 2^32-1 bytes",
        b -> b.buffer().putInt(b.at("key_bytes*"), -1),
        "R-FB-2");
    content(
        "cut",
        "the last bytes are missing",
        content -> Arrays.copyOf(content, content.length - 8),
        "R-FB-2");
  }

  /** Lets a vector begin four bytes earlier, where a zero serves as its count. */
  private static void moveBack(FlatBufferBytes.Encoded b, String field) {
    b.buffer().putInt(b.at(field), b.at(field + "*") - 4 - b.at(field));
    b.buffer().putInt(b.at(field + "*") - 4, 1);
  }

  private static void add(ByteBuffer buffer, int at, int difference) {
    buffer.putShort(at, (short) (buffer.getShort(at) + difference));
  }

  private void string(String name, String about, Consumer<FlatBufferBytes.Encoded> edit) {
    to.bad(
        "table-string-" + name + ".pcr",
        BAD_TABLE,
        about,
        Drafts.one()
            .metadata(table -> table.table("targets").set("at", ManifestDraft.utf8(AT)))
            .flatBuffer(edit)
            .build(),
        "R-FB-2");
  }

  private void nested() {
    string(
        "end",
        "a string without its zero byte",
        b -> b.bytes()[b.at("targets.at*") + 4 + AT.length()] = 'x');
    string(
        "long",
        "a string that leaves no room for its zero byte",
        b -> b.buffer().putInt(b.at("targets.at*"), b.bytes().length - b.at("targets.at*") - 4));
    to.bad(
        "table-nested-offset.pcr",
        BAD_TABLE,
        "an element of a vector of tables that leads behind the end",
        Drafts.one()
            .column(ColumnDraft.int64s("c", 5L))
            .flatBuffer(b -> b.buffer().putInt(b.at("columns*") + 4, b.bytes().length))
            .build(),
        "R-FB-2");
    bad(
        "nested-vtable",
        "a table in a table whose vtable is outside",
        b -> b.buffer().putInt(b.at("targets.table"), 1 << 20),
        "R-FB-2");
    bad(
        "nested-beyond",
        "more numbers in a nested table than there are bytes",
        b -> b.buffer().putInt(b.at("targets.values*"), 60_000),
        "R-FB-2");
    to.bad(
        "table-many.pcrm",
        BAD_TABLE,
        "one table that two vectors refer to 1,000 times each",
        ManifestDraft.empty().frame(content -> Frames.raw(manyReferences(1000))).build(),
        "R-FB-5");
  }

  /** Classes and quality are one vector, all of whose elements are one table without fields. */
  private static byte[] manyReferences(int count) {
    List<String> fields = List.copyOf(Schemas.fields("Manifest").keySet());
    int slots = fields.size();
    ByteBuffer out = ByteBuffer.allocate(88 + 4 * count).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(48).put(ManifestDraft.utf8("PCRI"));
    out.putShort((short) (4 + 2 * slots)).putShort((short) 12);
    out.position(8 + 4 + 2 * fields.indexOf("class_names"));
    out.putShort((short) 4).putShort((short) 8);
    out.position(48);
    out.putInt(40).putInt(76 - 52).putInt(76 - 56);
    out.position(76);
    out.putInt(count);
    int table = 80 + 4 * count + 4;
    while (out.position() < table - 4) {
      out.putInt(table - out.position());
    }
    out.putShort((short) 4).putShort((short) 4).putInt(4);
    return out.array();
  }
}
