package io.pcr.conformance.vectors;

import static io.pcr.conformance.vectors.ColumnDraft.EARLY;
import static io.pcr.conformance.vectors.ColumnDraft.INLINE;
import static io.pcr.conformance.vectors.ColumnDraft.LATE;
import static io.pcr.format.error.ErrorCode.BAD_UTF8;
import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.DUPLICATE;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.PRESENCE_MISMATCH;
import static io.pcr.format.error.ErrorCode.RESERVED_NOT_ZERO;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.function.Consumer;

/** Columns that break a rule, and values that are damaged. */
final class ColumnVectors {
  private final Vectors to;

  private ColumnVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    ColumnVectors vectors = new ColumnVectors(to);
    vectors.names();
    vectors.kinds();
    vectors.counts();
    vectors.presence();
    vectors.values();
  }

  private static ColumnDraft int64s() {
    return ColumnDraft.int64s("number", 1L, null, 3L);
  }

  private static ColumnDraft bytes(int placement) {
    return ColumnDraft.bytes("mask", placement, new byte[] {1, 2}, new byte[0], new byte[] {3});
  }

  private void bad(
      String name,
      ErrorCode error,
      String about,
      ColumnDraft column,
      Consumer<TableDraft> edit,
      String ids) {
    edit.accept(column.table());
    to.bad("column-" + name + ".pcr", error, about, Drafts.shard().column(column).build(), ids);
  }

  private void names() {
    bad(
        "name-empty",
        VALUE_OUT_OF_RANGE,
        "a name of no bytes",
        int64s(),
        c -> c.set("name", new byte[0]),
        "R-COLUMN-1");
    bad(
        "name-absent",
        VALUE_OUT_OF_RANGE,
        "no name",
        int64s(),
        c -> c.remove("name"),
        "R-COLUMN-1");
    bad(
        "name-256",
        VALUE_OUT_OF_RANGE,
        "a name of 256 bytes",
        int64s(),
        c -> c.set("name", ManifestDraft.utf8("é".repeat(128))),
        "R-COLUMN-1");
    bad(
        "name-utf8",
        BAD_UTF8,
        "a name that is not UTF-8",
        int64s(),
        c -> c.set("name", new byte[] {'a', (byte) 0xC3}),
        "R-TEXT-1");
    to.bad(
        "column-name-twice.pcr",
        DUPLICATE,
        "two columns of one name",
        Drafts.shard().column(int64s()).column(int64s()).build(),
        "R-META-7");
    ShardDraft many = Drafts.texts(1);
    for (int i = 0; i < 257; i++) {
      many.column(ColumnDraft.int64s("c" + i, (long) i));
    }
    to.bad("columns-257.pcr", VALUE_OUT_OF_RANGE, "257 columns", many.build(), "R-META-7");
  }

  private void kinds() {
    bad("type-0", VALUE_OUT_OF_RANGE, "type 0", int64s(), c -> c.set("type", 0), "R-COLUMN-1");
    bad("type-5", VALUE_OUT_OF_RANGE, "type 5", int64s(), c -> c.set("type", 5), "R-COLUMN-1");
    bad(
        "placement-3",
        VALUE_OUT_OF_RANGE,
        "placement 3",
        bytes(INLINE),
        c -> c.set("placement", 3),
        "R-COLUMN-1");
    bad(
        "int64-early",
        VALUE_OUT_OF_RANGE,
        "an EARLY INT64",
        int64s(),
        c -> c.set("placement", EARLY),
        "R-COLUMN-1");
    bad(
        "float64-late",
        VALUE_OUT_OF_RANGE,
        "a LATE FLOAT64",
        ColumnDraft.float64s("x", 1.0, 2.0, 3.0),
        c -> c.set("placement", LATE),
        "R-COLUMN-1");
  }

  private void counts() {
    bad(
        "int64s-short",
        LENGTH_MISMATCH,
        "int64s has two elements of three",
        int64s(),
        c -> c.set("int64s", new long[] {1, 0}),
        "R-COLUMN-2");
    bad(
        "int64s-absent",
        LENGTH_MISMATCH,
        "an INT64 without int64s",
        int64s(),
        c -> c.remove("int64s"),
        "R-COLUMN-2");
    bad(
        "float64s-of-int64",
        LENGTH_MISMATCH,
        "an INT64 with float64s too",
        int64s(),
        c -> c.set("float64s", new double[] {1, 0, 2}),
        "R-COLUMN-2");
    bad(
        "crcs-inline",
        LENGTH_MISMATCH,
        "an INLINE column with value_crc32c",
        bytes(INLINE),
        c -> c.set("value_crc32c", new long[] {1, 0, 2}),
        "R-COLUMN-2");
    bad(
        "crcs-absent",
        LENGTH_MISMATCH,
        "an EARLY column without value_crc32c",
        bytes(EARLY),
        c -> c.remove("value_crc32c"),
        "R-COLUMN-2");
    bad(
        "bytes-late",
        LENGTH_MISMATCH,
        "a LATE column with value_bytes",
        bytes(LATE),
        c -> c.set("value_bytes", new byte[3]),
        "R-COLUMN-2");
    bad(
        "bytes-short",
        LENGTH_MISMATCH,
        "value_bytes shorter than the lengths",
        bytes(INLINE),
        c -> c.set("value_bytes", new byte[2]),
        "R-COLUMN-2");
    bad(
        "bytes-long",
        LENGTH_MISMATCH,
        "value_bytes longer than the lengths",
        bytes(INLINE),
        c -> c.set("value_bytes", new byte[4]),
        "R-COLUMN-2");
    bad(
        "lengths-short",
        LENGTH_MISMATCH,
        "value_lengths has two elements of three",
        bytes(INLINE),
        c -> c.set("value_lengths", new long[] {2, 1}),
        "R-COLUMN-2");
    bad(
        "length-2-31",
        VALUE_OUT_OF_RANGE,
        "a value length of 2^31",
        bytes(LATE),
        c -> c.setElement("value_lengths", 0, 1L << 31),
        "R-COLUMN-4");
  }

  private void presence() {
    bad(
        "present-long",
        LENGTH_MISMATCH,
        "present has a byte too many",
        int64s(),
        c -> c.set("present", new byte[] {5, 0}),
        "R-COLUMN-3");
    bad(
        "present-unused",
        RESERVED_NOT_ZERO,
        "an unused bit of present",
        int64s(),
        c -> c.set("present", new byte[] {0x0D}),
        "R-COLUMN-3");
    bad(
        "absent-int64",
        PRESENCE_MISMATCH,
        "a number where present says that there is none",
        int64s(),
        c -> c.setElement("int64s", 1, 9),
        "R-COLUMN-3");
    bad(
        "absent-float64",
        PRESENCE_MISMATCH,
        "a negative zero where present says that there is none",
        ColumnDraft.float64s("x", 1.0, null, 2.0),
        c -> c.set("float64s", new double[] {1, -0.0, 2}),
        "R-COLUMN-3");
    bad(
        "absent-bytes",
        PRESENCE_MISMATCH,
        "a value where present says that there is none",
        bytes(EARLY),
        c -> c.set("present", new byte[] {6}),
        "R-COLUMN-3");
    bad(
        "empty-crc",
        CHECKSUM_MISMATCH,
        "the CRC-32C of a value of length 0 is not 0",
        bytes(EARLY),
        c -> c.setElement("value_crc32c", 1, 7),
        "R-COLUMN-3");
  }

  private void values() {
    byte[][] noText = {{'a'}, {(byte) 0xFF}, {'b'}};
    bad(
        "text-inline",
        BAD_UTF8,
        "an INLINE STRING that is not UTF-8",
        ColumnDraft.variable("t", ColumnDraft.STRING, INLINE, noText),
        c -> {},
        "R-COLUMN-5");
    bad(
        "text-early",
        BAD_UTF8,
        "an EARLY STRING that is not UTF-8",
        ColumnDraft.variable("t", ColumnDraft.STRING, EARLY, noText),
        c -> {},
        "R-COLUMN-5");
    bad(
        "text-late",
        BAD_UTF8,
        "a LATE STRING that is not UTF-8",
        ColumnDraft.variable("t", ColumnDraft.STRING, LATE, noText),
        c -> {},
        "R-COLUMN-5");
    byte[][] split = {{'a', (byte) 0xC3}, {(byte) 0xA9}, {'b'}};
    bad(
        "text-split",
        BAD_UTF8,
        "a character across two STRINGs",
        ColumnDraft.variable("t", ColumnDraft.STRING, INLINE, split),
        c -> {},
        "R-COLUMN-5");
    to.bad(
        "column-value-early.pcr",
        CHECKSUM_MISMATCH,
        "a value of an EARLY column",
        Drafts.shard()
            .column(bytes(EARLY))
            .regions(regions -> regions.get(1).bytes[2] ^= 1)
            .build(),
        "R-COLUMN-4 G-3");
    to.bad(
        "column-value-late.pcr",
        CHECKSUM_MISMATCH,
        "a value of a LATE column",
        Drafts.shard().column(bytes(LATE)).regions(regions -> regions.get(4).bytes[0] ^= 1).build(),
        "R-COLUMN-4 G-3");
  }
}
