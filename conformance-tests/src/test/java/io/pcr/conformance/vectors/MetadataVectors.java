package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_UTF8;
import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.DUPLICATE;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Metadata whose structure is whole, and whose values contradict the rules. */
final class MetadataVectors {
  private static final List<String> ONE_EACH =
      List.of("widths", "heights", "color_classes", "encodings", "source_flags", "source_lengths");
  private static final List<String> SLICES =
      List.of("slice_lengths_low", "slice_lengths_high", "slice_crc32c");
  private static final int COLOUR = 0;
  private static final int TEXT = 2;
  private static final int SAMPLES = 3;

  private final Vectors to;

  private MetadataVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    MetadataVectors vectors = new MetadataVectors(to);
    vectors.counts();
    vectors.keys();
    vectors.samples();
    vectors.slices();
  }

  private void bad(
      String name, ErrorCode error, String about, Consumer<TableDraft> edit, String ids) {
    to.bad("metadata-" + name + ".pcr", error, about, Drafts.shard().metadata(edit).build(), ids);
  }

  private void counts() {
    bad(
        "groups-0",
        VALUE_OUT_OF_RANGE,
        "group_count 0",
        table -> table.set("group_count", 0),
        "R-META-1");
    bad(
        "groups-65",
        VALUE_OUT_OF_RANGE,
        "group_count 65",
        table -> table.set("group_count", 65),
        "R-META-1");
    bad(
        "sample-count",
        LENGTH_MISMATCH,
        "sample_count one more",
        table -> table.set("sample_count", SAMPLES + 1),
        "R-META-1");
    bad(
        "sample-count-max",
        LENGTH_MISMATCH,
        "sample_count 2^32-1",
        table -> table.set("sample_count", -1),
        "R-META-1");
    for (String field : ONE_EACH) {
      bad(
          "count-" + field.replace('_', '-'),
          LENGTH_MISMATCH,
          field + " has one element less",
          table -> shorten(table, field),
          "R-META-1");
    }
    for (String field : SLICES) {
      bad(
          "count-" + field.replace('_', '-'),
          LENGTH_MISMATCH,
          field + " has one element less",
          table -> shorten(table, field),
          "R-META-1");
    }
    bad(
        "count-labels",
        LENGTH_MISMATCH,
        "labels has one element less",
        table -> shorten(table, "labels"),
        "R-META-1");
    bad(
        "count-sha256",
        LENGTH_MISMATCH,
        "source_sha256 has one byte less",
        table -> shorten(table, "source_sha256"),
        "R-META-1");
    bad(
        "no-widths",
        LENGTH_MISMATCH,
        "widths is absent",
        table -> table.remove("widths"),
        "R-META-1");
  }

  private static void shorten(TableDraft table, String field) {
    Object value = table.get(field);
    if (value instanceof byte[] bytes) {
      table.set(field, Arrays.copyOf(bytes, bytes.length - 1));
    } else {
      long[] numbers = (long[]) value;
      table.set(field, Arrays.copyOf(numbers, numbers.length - 1));
    }
  }

  private void keys() {
    bad(
        "key-empty",
        VALUE_OUT_OF_RANGE,
        "a key of no bytes",
        table -> table.setElement("key_lengths", 1, 0),
        "R-META-2");
    bad(
        "key-long",
        VALUE_OUT_OF_RANGE,
        "a key length of 65,536",
        table -> table.setElement("key_lengths", 1, 65_536),
        "R-META-2");
    bad(
        "key-bytes-short",
        LENGTH_MISMATCH,
        "key_bytes has one byte less than the lengths add up to",
        table -> shorten(table, "key_bytes"),
        "R-META-2");
    bad(
        "key-bytes-long",
        LENGTH_MISMATCH,
        "key_bytes has one byte more",
        table -> table.set("key_bytes", Frames.concat(table.bytes("key_bytes"), new byte[] {'x'})),
        "R-META-2");
    bad(
        "key-utf8",
        BAD_UTF8,
        "a byte that begins no character in a key",
        table -> table.setElement("key_bytes", 0, 0xFF),
        "R-META-2 R-TEXT-1");
    bad(
        "key-surrogate",
        BAD_UTF8,
        "half of a surrogate pair in a key",
        table -> put(table, 0xED, 0xA0, 0x80),
        "R-TEXT-1");
    bad(
        "key-overlong",
        BAD_UTF8,
        "a slash in two bytes in a key",
        table -> put(table, 0xC0, 0xAF),
        "R-TEXT-1");
    bad(
        "key-beyond",
        BAD_UTF8,
        "a character beyond 10FFFF in a key",
        table -> put(table, 0xF4, 0x90, 0x80, 0x80),
        "R-TEXT-1");
    to.bad(
        "metadata-key-split.pcr",
        BAD_UTF8,
        "a character across two keys, so that neither is UTF-8 by itself",
        ShardDraft.pcr(
                1,
                List.of(
                    SampleDraft.opaque("aé", new byte[0], 1),
                    SampleDraft.opaque("b", new byte[0], 1)))
            .metadata(table -> table.remove("targets").set("key_lengths", new long[] {2, 2}))
            .build(),
        "R-META-2");
    to.bad(
        "metadata-key-twice.pcr",
        DUPLICATE,
        "two samples of one key",
        ShardDraft.pcr(3, List.of(Drafts.COLOUR, Drafts.GREY, Drafts.GREY)).build(),
        "R-META-2");
  }

  private static void put(TableDraft table, int... values) {
    for (int i = 0; i < values.length; i++) {
      table.setElement("key_bytes", i, values[i]);
    }
  }

  private void samples() {
    for (int encoding : new int[] {0, 3, 15, 21, 255}) {
      bad(
          "encoding-" + encoding,
          VALUE_OUT_OF_RANGE,
          "encoding " + encoding,
          table -> table.setElement("encodings", TEXT, encoding),
          "R-META-3");
    }
    bad(
        "encoding-liquid",
        VALUE_OUT_OF_RANGE,
        "an encoding of Liquid in a PCR shard",
        table -> table.setElement("encodings", TEXT, 17),
        "R-META-4");
    bad(
        "colour-5",
        VALUE_OUT_OF_RANGE,
        "colour class 5",
        table -> table.setElement("color_classes", COLOUR, 5),
        "R-META-3");
    bad(
        "colour-0",
        VALUE_OUT_OF_RANGE,
        "colour class OPAQUE of a PROGRESSIVE_JPEG",
        table -> table.setElement("color_classes", COLOUR, 0),
        "R-META-3");
    bad(
        "colour-opaque",
        VALUE_OUT_OF_RANGE,
        "colour class GREY of an OPAQUE sample",
        table -> table.setElement("color_classes", TEXT, 1),
        "R-META-3");
    bad(
        "width-0",
        VALUE_OUT_OF_RANGE,
        "a PROGRESSIVE_JPEG of width 0",
        table -> table.setElement("widths", COLOUR, 0),
        "R-META-3");
    bad(
        "height-65536",
        VALUE_OUT_OF_RANGE,
        "a PROGRESSIVE_JPEG of height 65,536",
        table -> table.setElement("heights", COLOUR, 65_536),
        "R-META-3");
    bad(
        "width-2-31",
        VALUE_OUT_OF_RANGE,
        "an OPAQUE sample of width 2^31",
        table -> table.setElement("widths", TEXT, 1L << 31),
        "R-META-3");
    bad(
        "source-length",
        VALUE_OUT_OF_RANGE,
        "source_lengths 2^63",
        table -> table.setElement("source_lengths", 0, Long.MIN_VALUE),
        "R-META-3 R-INT-1");
  }

  private void slices() {
    bad(
        "slice-2g",
        VALUE_OUT_OF_RANGE,
        "slice_lengths_high 8000",
        table -> table.setElement("slice_lengths_high", 1, 0x8000),
        "R-META-5");
    bad(
        "slice-length",
        LENGTH_MISMATCH,
        "a slice length one more, so that the group's region is too short",
        table ->
            table.setElement("slice_lengths_low", 0, table.numbers("slice_lengths_low")[0] + 1),
        "R-REGION-5");
    List<byte[]> two = List.of(new byte[] {1}, new byte[] {2}, new byte[0]);
    to.bad(
        "metadata-slice-of-opaque.pcr",
        LENGTH_MISMATCH,
        "an OPAQUE sample with a slice in group 2",
        ShardDraft.pcr(3, List.of(Drafts.COLOUR, Drafts.TEXT.withSlices(two))).build(),
        "R-META-5");
    bad(
        "slice-empty-crc",
        CHECKSUM_MISMATCH,
        "the CRC-32C of a slice of length 0 is not 0",
        table -> table.setElement("slice_crc32c", SAMPLES + TEXT, 1),
        "R-META-5");
    bad(
        "slice-crc",
        CHECKSUM_MISMATCH,
        "slice_crc32c of a slice that is whole",
        table -> table.setElement("slice_crc32c", 0, 12345),
        "R-SAMPLE-4");
    SampleDraft empty = emptyFirst();
    to.bad(
        "metadata-no-slice-1.pcr",
        LENGTH_MISMATCH,
        "a PROGRESSIVE_JPEG without a slice in group 1",
        ShardDraft.pcr(3, List.of(empty)).build(),
        "R-META-5");
  }

  private static SampleDraft emptyFirst() {
    SampleDraft s = Drafts.COLOUR;
    return s.withSlices(List.of(new byte[0], s.slices().get(1), s.slices().get(2)));
  }
}
