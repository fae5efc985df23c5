package io.pcr.conformance.vectors;

import static io.pcr.conformance.vectors.ExampleDraft.bytes;
import static io.pcr.conformance.vectors.ExampleDraft.entry;
import static io.pcr.conformance.vectors.ExampleDraft.example;
import static io.pcr.conformance.vectors.ExampleDraft.field;
import static io.pcr.conformance.vectors.ExampleDraft.floats;
import static io.pcr.conformance.vectors.ExampleDraft.int64s;
import static io.pcr.conformance.vectors.ExampleDraft.record;
import static io.pcr.conformance.vectors.ExampleDraft.text;

import java.util.Arrays;

/** TFRecord files that are whole. */
final class GoodTfRecordVectors {
  private static final byte[] IMAGE = {(byte) 0xFF, (byte) 0xD8, 1, 2, (byte) 0xFF, (byte) 0xD9};
  private static final byte[] ENCODED = entry("image/encoded", bytes(IMAGE));
  private static final byte[] PLAIN = record(example(ENCODED));
  private static final byte[] FULL = full();

  private final Vectors to;

  private GoodTfRecordVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    GoodTfRecordVectors vectors = new GoodTfRecordVectors(to);
    vectors.goodFiles();
    vectors.goodExamples();
  }

  private static byte[] full() {
    return record(
        example(
            entry("image/class/label", int64s(-7)),
            entry("image/class/text", text("Käfer")),
            entry("image/colorspace", text("RGB")),
            ENCODED,
            entry("image/filename", text("n01/a.JPEG")),
            entry("image/format", text("JPEG")),
            entry("image/height", int64s(17)),
            entry("image/width", int64s(24)),
            entry("numbers", int64s(1, -1, Long.MIN_VALUE, Long.MAX_VALUE)),
            entry("vector", floats(0.5f, -0.0f, Float.NaN))));
  }

  private void good(String name, String about, byte[] file, String ids) {
    to.good("tfrecord-" + name, about, file, ids);
  }

  private void goodFiles() {
    byte[] two = Frames.concat(FULL, PLAIN);
    good("none.tfrecord", "two records", two, "R-TFRECORD-1 R-TFRECORD-4");
    good("gzip.tfrecord.gz", "a gzip member", ExampleDraft.gzip(two), "R-TFRECORD-2");
    good(
        "gzip-members.tfrecord.gz",
        "a record across two gzip members",
        Frames.concat(
            ExampleDraft.gzip(Arrays.copyOf(two, 50)),
            ExampleDraft.gzip(Arrays.copyOfRange(two, 50, two.length))),
        "R-TFRECORD-2");
    good("zlib.tfrecord.zlib", "a zlib stream", ExampleDraft.zlib(two), "R-TFRECORD-2");
    good("zstd.tfrecord.zst", "a zstd frame", Frames.raw(two), "R-TFRECORD-2");
    good(
        "zstd-frames.tfrecord.zst",
        "a frame for each record",
        Frames.concat(Frames.raw(FULL), Frames.raw(PLAIN)),
        "R-TFRECORD-2 R-TFRECORD-3");
    good(
        "zstd-straddling.tfrecord.zst",
        "a record across two frames, as others may write",
        Frames.concat(
            Frames.raw(Arrays.copyOf(two, 50)),
            Frames.raw(Arrays.copyOfRange(two, 50, two.length))),
        "R-TFRECORD-2");
    good(
        "zstd-no-size.tfrecord.zst",
        "a frame without content size, as streams have",
        Frames.frame(0, new byte[] {0x50}, Frames.rawBlocks(two)),
        "R-TFRECORD-2");
    byte[] skippable = Frames.concat(Frames.u32(0x184D2A53L), Frames.u32(5), new byte[5]);
    good(
        "zstd-skippable.tfrecord.zst",
        "skippable frames before, between and behind the others",
        Frames.concat(skippable, Frames.raw(FULL), skippable, Frames.raw(PLAIN), skippable),
        "R-TFRECORD-2");
    good(
        "zstd-skippable-alone.tfrecord.zst",
        "nothing but a skippable frame",
        skippable,
        "R-TFRECORD-2");
    for (String suffix : new String[] {"", ".gz", ".zlib", ".zst"}) {
      good("no-bytes.tfrecord" + suffix, "a file of no bytes", new byte[0], "R-TFRECORD-1");
    }
    good(
        "no-records.tfrecord.gz",
        "a gzip member of no bytes",
        ExampleDraft.gzip(new byte[0]),
        "R-TFRECORD-2");
    good(
        "no-records.tfrecord.zlib",
        "a zlib stream of no bytes",
        ExampleDraft.zlib(new byte[0]),
        "R-TFRECORD-2");
    good(
        "no-records.tfrecord.zst",
        "a zstd frame of no bytes",
        Frames.raw(new byte[0]),
        "R-TFRECORD-2");
  }

  private void goodExample(String name, String about, byte[] data, String ids) {
    good("example-" + name + ".tfrecord", about, record(data), ids);
  }

  private void goodExamples() {
    goodExample(
        "descending",
        "features in another order",
        example(entry("z", int64s(1)), entry("image/format", text("JPEG")), ENCODED),
        "R-TFRECORD-5");
    goodExample(
        "unpacked",
        "numbers that are not packed",
        example(
            ENCODED,
            entry("n", field(3, new byte[] {8, 1, 8, 2})),
            entry("f", field(2, new byte[] {13, 0, 0, (byte) 0x80, 63}))),
        "R-TFRECORD-5");
    goodExample(
        "half-packed",
        "numbers packed and not",
        example(
            ENCODED,
            entry(
                "n",
                field(
                    3,
                    Frames.concat(
                        new byte[] {8, 1}, field(1, new byte[] {2, 3}), new byte[] {8, 4})))),
        "R-TFRECORD-5");
    goodExample(
        "name-twice",
        "a name that stands twice: the last holds",
        example(entry("n", int64s(1)), ENCODED, entry("n", text("two"))),
        "R-TFRECORD-5");
    goodExample(
        "unknown-fields",
        "fields that Example does not have, at every level",
        unknownFields(),
        "R-TFRECORD-5 R-TFRECORD-6");
    goodExample(
        "groups",
        "groups, which are unknown fields, one in another a hundred deep",
        Frames.concat(ExampleDraft.groups(9, 100), example(ENCODED)),
        "R-TFRECORD-6");
    goodExample(
        "wire-types",
        "fields that Example has, of other wire types, which are unknown ones",
        Frames.concat(
            new byte[] {8, 1},
            example(
                new byte[] {8, 1},
                ENCODED,
                entry("n", Frames.concat(new byte[] {24, 1}, int64s(1))))),
        "R-TFRECORD-6");
    goodExample(
        "varint-bits",
        "bits beyond 64 of a number, beyond 32 of a tag and a length",
        Frames.concat(
            new byte[] {(byte) 0x8A, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10},
            new byte[] {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10},
            example(ENCODED, entry("n", field(3, field(1, ExampleDraft.tenBytes(0x7F)))))),
        "R-TFRECORD-6");
    goodExample(
        "kinds",
        "a feature of two kinds: the last holds",
        example(ENCODED, entry("n", Frames.concat(int64s(1), text("x")))),
        "R-TFRECORD-6");
    goodExample(
        "lists-merge",
        "a list in two parts of one kind",
        example(ENCODED, entry("n", Frames.concat(int64s(1), int64s(2)))),
        "R-TFRECORD-6");
    goodExample(
        "features-twice",
        "features in two parts",
        Frames.concat(example(ENCODED), example(entry("n", int64s(5)))),
        "R-TFRECORD-6");
    goodExample(
        "empty-list",
        "an empty list is an absent feature",
        example(
            ENCODED,
            entry("image/class/label", int64s()),
            entry("image/height", field(1, new byte[0])),
            entry("x", new byte[0])),
        "R-TFRECORD-4");
    goodExample(
        "empty-image",
        "an image of no bytes",
        example(entry("image/encoded", bytes(new byte[0]))),
        "R-TFRECORD-4");
    goodExample(
        "names",
        "names of which the order of code points is not that of UTF-16",
        example(ENCODED, entry("\uFF5E", int64s(1)), entry("\uD83D\uDE00", int64s(2))),
        "R-TFRECORD-6");
    goodExample(
        "no-value",
        "an entry without a feature, and one without a name",
        example(
            ENCODED, field(1, field(1, ManifestDraft.utf8("n"))), field(1, field(2, int64s(3)))),
        "R-TFRECORD-6");
  }

  private static byte[] unknownFields() {
    byte[] unknown =
        Frames.concat(
            field(15, new byte[] {1, 2}),
            new byte[] {(byte) 0x98, 6, 1},
            new byte[] {0x29, 0, 0, 0, 0, 0, 0, 0, 0},
            new byte[] {0x35, 1, 2, 3, 4});
    byte[] list = field(3, Frames.concat(unknown, field(1, new byte[] {7})));
    byte[] entry =
        field(
            1,
            Frames.concat(
                unknown,
                field(1, ManifestDraft.utf8("n")),
                field(2, Frames.concat(unknown, list))));
    return Frames.concat(unknown, field(1, Frames.concat(unknown, entry, ENCODED)), unknown);
  }
}
