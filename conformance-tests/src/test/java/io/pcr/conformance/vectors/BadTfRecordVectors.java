package io.pcr.conformance.vectors;

import static io.pcr.conformance.vectors.ExampleDraft.bytes;
import static io.pcr.conformance.vectors.ExampleDraft.entry;
import static io.pcr.conformance.vectors.ExampleDraft.example;
import static io.pcr.conformance.vectors.ExampleDraft.field;
import static io.pcr.conformance.vectors.ExampleDraft.floats;
import static io.pcr.conformance.vectors.ExampleDraft.int64s;
import static io.pcr.conformance.vectors.ExampleDraft.record;
import static io.pcr.conformance.vectors.ExampleDraft.text;
import static io.pcr.format.error.ErrorCode.BAD_FRAME;
import static io.pcr.format.error.ErrorCode.BAD_MESSAGE;
import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.LIMIT_EXCEEDED;
import static io.pcr.format.error.ErrorCode.TRUNCATED;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.Arrays;

/** TFRecord files that are damaged, or more than the limits allow. */
final class BadTfRecordVectors {
  private static final byte[] IMAGE = {(byte) 0xFF, (byte) 0xD8, 1, 2, (byte) 0xFF, (byte) 0xD9};
  private static final byte[] ENCODED = entry("image/encoded", bytes(IMAGE));
  private static final byte[] PLAIN = record(example(ENCODED));

  private final Vectors to;

  private BadTfRecordVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    BadTfRecordVectors vectors = new BadTfRecordVectors(to);
    vectors.framing();
    vectors.compression();
    vectors.messages();
    vectors.limits();
  }

  private void bad(String name, ErrorCode error, String about, byte[] file, String ids) {
    to.bad("tfrecord-" + name, error, about, file, ids);
  }

  private static byte[] flipped(byte[] bytes, int at) {
    byte[] copy = bytes.clone();
    copy[at < 0 ? copy.length + at : at] ^= 2;
    return copy;
  }

  private static byte[] cut(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, length < 0 ? bytes.length + length : length);
  }

  private void framing() {
    bad(
        "length-crc.tfrecord",
        CHECKSUM_MISMATCH,
        "length_crc",
        Frames.concat(PLAIN, flipped(PLAIN, 8)),
        "R-TFRECORD-1 R-CRC-2");
    bad(
        "length.tfrecord",
        CHECKSUM_MISMATCH,
        "data_length flipped",
        Frames.concat(PLAIN, flipped(PLAIN, 7)),
        "R-TFRECORD-1");
    bad(
        "data.tfrecord",
        CHECKSUM_MISMATCH,
        "a byte of the data",
        flipped(PLAIN, 20),
        "R-TFRECORD-1 R-CRC-2");
    bad("data-crc.tfrecord", CHECKSUM_MISMATCH, "data_crc", flipped(PLAIN, -1), "R-TFRECORD-1");
    bad(
        "cut-length.tfrecord",
        TRUNCATED,
        "the file ends in a data_length",
        Frames.concat(PLAIN, cut(PLAIN, 5)),
        "R-TFRECORD-1");
    bad(
        "cut-data.tfrecord",
        TRUNCATED,
        "the file ends in the data",
        cut(PLAIN, 20),
        "R-TFRECORD-1");
    bad(
        "cut-crc.tfrecord",
        TRUNCATED,
        "the file ends in a data_crc",
        cut(PLAIN, -1),
        "R-TFRECORD-1");
    bad(
        "length-beyond.tfrecord",
        TRUNCATED,
        "a data_length of 1,000 in a file that ends before",
        record(1000, new byte[10]),
        "R-TFRECORD-1");
    bad(
        "length-2-63.tfrecord",
        VALUE_OUT_OF_RANGE,
        "data_length 2^63",
        record(Long.MIN_VALUE, new byte[10]),
        "R-INT-1");
    bad(
        "text.tfrecord",
        CHECKSUM_MISMATCH,
        "a text",
        ManifestDraft.utf8("no record at all"),
        "R-TFRECORD-1");
  }

  private void compression() {
    bad(
        "gzip-as-none.tfrecord",
        BAD_FRAME,
        "GZIP, stated NONE",
        ExampleDraft.gzip(PLAIN),
        "R-TFRECORD-2");
    bad(
        "zlib-as-none.tfrecord",
        BAD_FRAME,
        "ZLIB, stated NONE",
        ExampleDraft.zlib(PLAIN),
        "R-TFRECORD-2");
    bad("zstd-as-none.tfrecord", BAD_FRAME, "ZSTD, stated NONE", Frames.raw(PLAIN), "R-TFRECORD-2");
    bad("none-as-gzip.tfrecord.gz", BAD_FRAME, "NONE, stated GZIP", PLAIN, "R-TFRECORD-2");
    bad("none-as-zlib.tfrecord.zlib", BAD_FRAME, "NONE, stated ZLIB", PLAIN, "R-TFRECORD-2");
    bad("none-as-zstd.tfrecord.zst", BAD_FRAME, "NONE, stated ZSTD", PLAIN, "R-TFRECORD-2");
    bad(
        "zlib-as-gzip.tfrecord.gz",
        BAD_FRAME,
        "ZLIB, stated GZIP",
        ExampleDraft.zlib(PLAIN),
        "R-TFRECORD-2");
    bad(
        "gzip-as-zlib.tfrecord.zlib",
        BAD_FRAME,
        "GZIP, stated ZLIB",
        ExampleDraft.gzip(PLAIN),
        "R-TFRECORD-2");
    bad(
        "gzip-cut.tfrecord.gz",
        TRUNCATED,
        "a gzip member that ends early",
        cut(ExampleDraft.gzip(PLAIN), -3),
        "R-TFRECORD-2");
    bad(
        "gzip-crc.tfrecord.gz",
        BAD_FRAME,
        "a gzip member's CRC-32",
        flipped(ExampleDraft.gzip(PLAIN), -8),
        "R-TFRECORD-2");
    bad(
        "gzip-trailing.tfrecord.gz",
        BAD_FRAME,
        "zeros behind the gzip member",
        Frames.concat(ExampleDraft.gzip(PLAIN), new byte[20]),
        "R-TFRECORD-2");
    bad(
        "zlib-cut.tfrecord.zlib",
        TRUNCATED,
        "a zlib stream that ends early",
        cut(ExampleDraft.zlib(PLAIN), -2),
        "R-TFRECORD-2");
    bad(
        "zlib-adler.tfrecord.zlib",
        BAD_FRAME,
        "a zlib stream's Adler-32",
        flipped(ExampleDraft.zlib(PLAIN), -1),
        "R-TFRECORD-2");
    bad(
        "zlib-twice.tfrecord.zlib",
        BAD_FRAME,
        "two zlib streams",
        Frames.concat(ExampleDraft.zlib(PLAIN), ExampleDraft.zlib(PLAIN)),
        "R-TFRECORD-2");
    bad(
        "zstd-cut.tfrecord.zst",
        TRUNCATED,
        "a zstd frame that ends early",
        cut(Frames.raw(PLAIN), -4),
        "R-TFRECORD-2");
    bad(
        "zstd-skippable-cut.tfrecord.zst",
        TRUNCATED,
        "a skippable frame that ends early",
        Frames.concat(Frames.raw(PLAIN), Frames.u32(0x184D2A53L), Frames.u32(5), new byte[4]),
        "R-TFRECORD-2");
    bad(
        "zstd-trailing.tfrecord.zst",
        BAD_FRAME,
        "bytes behind the zstd frame",
        Frames.concat(Frames.raw(PLAIN), new byte[20]),
        "R-TFRECORD-2");
    bad(
        "gzip-record.tfrecord.gz",
        CHECKSUM_MISMATCH,
        "a damaged record in a whole gzip member",
        ExampleDraft.gzip(flipped(PLAIN, 20)),
        "R-TFRECORD-1");
    bad(
        "zstd-record-cut.tfrecord.zst",
        TRUNCATED,
        "half a record in a whole frame",
        Frames.raw(cut(PLAIN, 30)),
        "R-TFRECORD-1");
  }

  private void message(String name, String about, byte[] data, String ids) {
    bad("example-" + name + ".tfrecord", BAD_MESSAGE, about, record(data), ids);
  }

  private void messages() {
    message(
        "none",
        "a record of no data, so without an image",
        new byte[0],
        "R-TFRECORD-4 R-TFRECORD-1");
    message(
        "no-image",
        "an Example without image/encoded",
        example(entry("image/format", text("JPEG"))),
        "R-TFRECORD-4");
    message(
        "two-images",
        "two values of image/encoded",
        example(entry("image/encoded", bytes(IMAGE, IMAGE))),
        "R-TFRECORD-4");
    message(
        "image-number",
        "image/encoded as a number",
        example(entry("image/encoded", int64s(1))),
        "R-TFRECORD-4");
    message(
        "label-text",
        "image/class/label as text",
        example(ENCODED, entry("image/class/label", text("7"))),
        "R-TFRECORD-4");
    message(
        "labels",
        "two values of image/class/label",
        example(ENCODED, entry("image/class/label", int64s(1, 2))),
        "R-TFRECORD-4");
    message(
        "height-float",
        "image/height as a float",
        example(ENCODED, entry("image/height", floats(3))),
        "R-TFRECORD-4");
    message(
        "key-number",
        "image/filename as a number",
        example(ENCODED, entry("image/filename", int64s(3))),
        "R-TFRECORD-4");
    message(
        "key-utf8",
        "image/filename that is not UTF-8",
        example(ENCODED, entry("image/filename", bytes(new byte[] {(byte) 0xFF}))),
        "R-TFRECORD-4");
    message(
        "name-utf8",
        "a feature's name that is not UTF-8",
        example(
            ENCODED,
            field(1, Frames.concat(field(1, new byte[] {(byte) 0xC0}), field(2, int64s(1))))),
        "R-TFRECORD-6");
    message("length", "a length beyond the message", new byte[] {10, 100, 1}, "R-TFRECORD-6");
    message(
        "length-nested",
        "a length beyond the message that it is in",
        Frames.concat(field(1, new byte[] {10, 9, 10, 1}), new byte[20]),
        "R-TFRECORD-6");
    message(
        "varint",
        "a varint that does not end",
        Frames.concat(example(ENCODED), new byte[] {0x50, (byte) 0x80}),
        "R-TFRECORD-6");
    message(
        "varint-long",
        "a varint of eleven bytes",
        Frames.concat(
            example(ENCODED), new byte[] {0x50, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1}),
        "R-TFRECORD-6");
    message(
        "wire-7",
        "a field of wire type 7",
        Frames.concat(example(ENCODED), new byte[] {0x57, 1}),
        "R-TFRECORD-6");
    message(
        "field-0",
        "field 0",
        Frames.concat(example(ENCODED), new byte[] {0x02, 0}),
        "R-TFRECORD-6");
    message(
        "groups-101",
        "groups one in another 101 deep",
        Frames.concat(ExampleDraft.groups(9, 101), example(ENCODED)),
        "R-TFRECORD-6");
    message(
        "group-end",
        "a group that ends with another number",
        Frames.concat(example(ENCODED), new byte[] {0x4B, 8, 5, 0x44}),
        "R-TFRECORD-6");
    message(
        "group-open",
        "a group that does not end",
        Frames.concat(example(ENCODED), new byte[] {0x4B, 8, 5}),
        "R-TFRECORD-6");
    message(
        "group-not-begun",
        "a group that ends and has not begun",
        Frames.concat(example(ENCODED), new byte[] {0x4C}),
        "R-TFRECORD-6");
    message(
        "packed-cut",
        "a packed varint that its list ends in",
        example(ENCODED, entry("n", field(3, field(1, new byte[] {1, (byte) 0x80})))),
        "R-TFRECORD-6");
    message(
        "packed-long",
        "a packed varint of eleven bytes",
        example(
            ENCODED,
            entry(
                "n",
                field(3, field(1, Frames.concat(ExampleDraft.tenBytes(0xFF), new byte[] {1}))))),
        "R-TFRECORD-6");
    message(
        "packed-beyond",
        "packed numbers that are longer than their list",
        example(ENCODED, entry("n", field(3, new byte[] {10, 3, 1, 2}))),
        "R-TFRECORD-6");
    message(
        "floats-5",
        "five bytes of packed floats",
        example(ENCODED, entry("f", field(2, field(1, new byte[5])))),
        "R-TFRECORD-6");
  }

  private void limits() {
    to.unsupported(
        "tfrecord-length-256m.tfrecord",
        LIMIT_EXCEEDED,
        "data_length 256 MiB + 1",
        record((256L << 20) + 1, new byte[10]),
        "R-LIMIT-1 R-TFRECORD-1");
    to.unsupported(
        "tfrecord-length-max.tfrecord",
        LIMIT_EXCEEDED,
        "data_length 2^63-1",
        record(Long.MAX_VALUE, new byte[10]),
        "R-LIMIT-1 R-INT-1");
    to.unsupported(
        "tfrecord-window.tfrecord.zst",
        LIMIT_EXCEEDED,
        "a zstd window of 256 MiB",
        Frames.frame(0, new byte[] {(byte) (18 << 3)}, Frames.rawBlocks(PLAIN)),
        "R-TFRECORD-2 R-LIMIT-1");
  }
}
