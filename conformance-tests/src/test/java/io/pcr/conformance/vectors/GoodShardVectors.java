package io.pcr.conformance.vectors;

import static io.pcr.conformance.vectors.ColumnDraft.EARLY;
import static io.pcr.conformance.vectors.ColumnDraft.INLINE;
import static io.pcr.conformance.vectors.ColumnDraft.LATE;
import static io.pcr.format.error.ErrorCode.BAD_JPEG;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.pcr.format.internal.shard.ShardHeadLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Shards in which everything is as it should be. */
final class GoodShardVectors {
  private final Vectors to;

  private GoodShardVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    GoodShardVectors vectors = new GoodShardVectors(to);
    vectors.samples();
    vectors.keysAndLabels();
    vectors.heads();
    vectors.columns();
    vectors.storage();
  }

  private void good(String name, String about, ShardDraft draft, String ids) {
    to.good("shard-" + name + ".pcr", about, draft.build(), ids);
  }

  /** What its images are is not what the shard says. */
  private void goodButForImages(String name, String about, ShardDraft draft, String ids) {
    to.goodButForImages("shard-" + name + ".pcr", BAD_JPEG, about, draft.build(), ids);
  }

  private void samples() {
    good("empty", "no samples", Drafts.empty(), "R-HEAD-2 R-REGION-2 R-META-1 R-UUID-1");
    good(
        "one",
        "a colour image in three groups",
        Drafts.one(),
        "R-SAMPLE-1 R-SAMPLE-3 G-2 R-UUID-1");
    good(
        "mixed",
        "colour, grey and opaque",
        Drafts.shard(),
        "R-SAMPLE-1 R-SAMPLE-2 G-1 G-6 R-REGION-4");
    good(
        "empty-groups",
        "five groups, of which the last two hold nothing",
        ShardDraft.pcr(5, List.of(withGroups(Drafts.COLOUR, 5))),
        "R-SAMPLE-1 R-SCAN-3 R-META-5");
    good(
        "64-groups",
        "64 groups, 61 empty",
        ShardDraft.pcr(64, List.of(withGroups(Drafts.GREY, 64))),
        "R-META-1");
    goodButForImages(
        "empty-slice",
        "an image without a slice in group 2",
        ShardDraft.pcr(3, List.of(withSlices(Drafts.GREY, 0, -1, 2))),
        "R-SAMPLE-1 R-META-5");
    good(
        "empty-opaque",
        "a file of no bytes",
        ShardDraft.pcr(3, List.of(SampleDraft.opaque("empty", new byte[0], 3))),
        "R-SAMPLE-2 R-META-5 R-CRC-1");
    good(
        "opaque-only-groups",
        "only opaque samples in three groups",
        ShardDraft.pcr(3, List.of(Drafts.TEXT)),
        "R-META-8 R-MANIFEST-6");
    good(
        "opaque-only",
        "only opaque samples, and no targets",
        Drafts.texts(3),
        "R-META-8 R-SAMPLE-2");
    good(
        "long-slice",
        "an opaque file of 40,000 bytes",
        ShardDraft.pcr(1, List.of(SampleDraft.opaque("long", new byte[40_000], 1)))
            .metadata(table -> table.remove("targets")),
        "R-META-5");
    good("200-samples", "200 samples", Drafts.texts(200), "R-META-1");
    goodButForImages(
        "sizes",
        "pixels at their least and most",
        Drafts.shard()
            .metadata(
                table -> {
                  table.set("widths", new long[] {1, 65_535, 0x7FFFFFFFL});
                  table.set("heights", new long[] {65_535, 1, 0});
                }),
        "R-META-3");
    good(
        "source-facts",
        "all flags, the longest length",
        Drafts.shard()
            .metadata(
                table -> {
                  table.set("source_flags", new long[] {-1, 0x07FF08C2, 0});
                  table.set("source_lengths", new long[] {Long.MAX_VALUE, 0, 1});
                }),
        "R-META-1 R-META-3 R-INT-1");
  }

  private static SampleDraft withGroups(SampleDraft sample, int groups) {
    int[] slices = new int[groups];
    for (int i = 0; i < groups; i++) {
      slices[i] = i < sample.slices().size() ? i : -1;
    }
    return withSlices(sample, slices);
  }

  /** The sample with some of its slices, none for -1. */
  private static SampleDraft withSlices(SampleDraft sample, int... from) {
    List<byte[]> slices = new ArrayList<>();
    for (int slice : from) {
      slices.add(slice < 0 ? new byte[0] : sample.slices().get(slice));
    }
    return sample.withSlices(slices);
  }

  private void keysAndLabels() {
    good(
        "keys",
        "keys of one byte, of all planes of Unicode, that look like paths, and a long one",
        ShardDraft.pcr(
                1,
                List.of(
                        "a",
                        "é€😀",
                        "../../etc/passwd",
                        "a\u0000b\n\"\\",
                        "k".repeat(3000),
                        "É",
                        "E\u0301")
                    .stream()
                    .map(key -> SampleDraft.opaque(key, new byte[] {1}, 1))
                    .toList())
            .metadata(table -> table.remove("targets")),
        "R-META-2 R-TEXT-1");
    good(
        "key-65535",
        "the longest key",
        ShardDraft.pcr(1, List.of(SampleDraft.opaque("k".repeat(65_535), new byte[0], 1)))
            .metadata(table -> table.remove("targets"))
            .frame(GoodShardVectors::compressWithChecksum),
        "R-META-2");
    good(
        "no-labels",
        "no sample has a label",
        Drafts.shard().metadata(table -> table.remove("labels")),
        "R-META-1");
    good(
        "labels",
        "the greatest and least labels, and a sample without one",
        Drafts.shard()
            .metadata(
                table ->
                    table
                        .set("labels", new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0})
                        .set("labels_present", new byte[] {3})),
        "R-META-1 R-META-9");
  }

  private void heads() {
    good(
        "ro-compat-bits",
        "ro_compat_features all set",
        Drafts.one().head(head -> head.putInt(ShardHeadLayout.RO_COMPAT_FEATURES_OFFSET, -1)),
        "R-HEAD-5");
    good(
        "compat-bits",
        "compat_features all set",
        Drafts.one().head(head -> head.putInt(ShardHeadLayout.COMPAT_FEATURES_OFFSET, -1)),
        "R-HEAD-5");
    good(
        "writer-unknown",
        "writer_id nobody knows",
        Drafts.one().head(head -> head.putInt(ShardHeadLayout.WRITER_ID_OFFSET, 0xFEDCBA98)),
        "R-HEAD-2");
  }

  private void columns() {
    good(
        "column-int64",
        "numbers, one absent",
        Drafts.shard().column(ColumnDraft.int64s("number", Long.MIN_VALUE, null, -1L)),
        "R-COLUMN-1 R-COLUMN-2 R-COLUMN-3");
    good(
        "column-float64",
        "numbers with a fraction, a NaN and a negative zero",
        Drafts.shard().column(ColumnDraft.float64s("x", -0.0, Double.NaN, 1e-320)),
        "R-COLUMN-2");
    for (Map.Entry<String, Integer> placement :
        new TreeMap<>(Map.of("inline", INLINE, "early", EARLY, "late", LATE)).entrySet()) {
      String name = placement.getKey();
      good(
          "column-bytes-" + name,
          "bytes, " + name + ", one absent, one of length 0",
          Drafts.shard()
              .column(
                  ColumnDraft.bytes(
                      "mask", placement.getValue(), new byte[] {1, 2, 3}, null, new byte[0])),
          "R-COLUMN-2 R-COLUMN-3 R-COLUMN-4 R-REGION-4");
      good(
          "column-string-" + name,
          "text, " + name,
          Drafts.shard()
              .column(ColumnDraft.strings("caption", placement.getValue(), "größe", "", null)),
          "R-COLUMN-5 R-REGION-5");
    }
    good(
        "columns-all",
        "columns of all kinds, early and late ones mixed",
        Drafts.shard()
            .column(ColumnDraft.strings("late", LATE, "l1", "l2", "l3"))
            .column(ColumnDraft.int64s("number", 1L, 2L, 3L))
            .column(
                ColumnDraft.bytes("early", EARLY, new byte[] {9}, new byte[] {8, 7}, new byte[0]))
            .column(ColumnDraft.bytes("late too", LATE, new byte[] {1}, null, new byte[] {2}))
            .column(ColumnDraft.strings("early too", EARLY, "a", "b", null)),
        "R-REGION-4 R-META-7");
    good(
        "column-present-8",
        "a bitmap that fills its byte",
        Drafts.texts(8).column(ColumnDraft.int64s("n", 1L, null, 3L, null, 5L, null, 7L, 8L)),
        "R-COLUMN-3");
    good(
        "column-present-9",
        "a bitmap of two bytes",
        Drafts.texts(9).column(ColumnDraft.int64s("n", 1L, null, 3L, null, 5L, null, 7L, 8L, null)),
        "R-COLUMN-3");
    ShardDraft many = Drafts.texts(1);
    for (int i = 0; i < 256; i++) {
      many.column(ColumnDraft.int64s("c" + i, (long) i));
    }
    good("columns-256", "the most columns", many, "R-META-7");
    good(
        "column-no-samples",
        "columns of a shard without samples",
        Drafts.empty().column(ColumnDraft.int64s("n")).column(ColumnDraft.strings("late", LATE)),
        "R-COLUMN-2 R-REGION-4");
  }

  private void storage() {
    good(
        "frame-window",
        "metadata in a frame with a window descriptor",
        Drafts.one()
            .frame(
                content ->
                    Frames.frame(
                        Frames.SIZE4_WINDOW,
                        Frames.concat(new byte[] {0x50}, Frames.u32(content.length)),
                        Frames.rawBlocks(content))),
        "R-ZSTD-1 R-ZSTD-3");
    good(
        "frame-window-128m",
        "a window of 128 MiB",
        Drafts.one()
            .frame(
                content ->
                    Frames.frame(
                        Frames.SIZE4_WINDOW,
                        Frames.concat(new byte[] {(byte) (17 << 3)}, Frames.u32(content.length)),
                        Frames.rawBlocks(content))),
        "R-ZSTD-3");
    good(
        "frame-size8",
        "a content size of eight bytes",
        Drafts.one()
            .frame(
                content ->
                    Frames.frame(
                        0xE0,
                        Frames.concat(Frames.u32(content.length), new byte[4]),
                        Frames.rawBlocks(content))),
        "R-ZSTD-2");
    good(
        "frame-size2",
        "a content size of two bytes",
        Drafts.one()
            .frame(
                content ->
                    Frames.frame(
                        0x60,
                        Arrays.copyOf(Frames.u32(content.length - 256), 2),
                        Frames.rawBlocks(content))),
        "R-ZSTD-2");
    good(
        "frame-blocks",
        "an empty block between others",
        Drafts.one()
            .frame(
                content ->
                    Frames.frame(
                        Frames.SIZE4_SINGLE,
                        Frames.u32(content.length),
                        Frames.concat(
                            Frames.block(false, Frames.RAW, 0, new byte[0]),
                            Frames.rawBlocks(content)))),
        "R-ZSTD-1");
    good(
        "frame-compressed",
        "metadata that is compressed, with a frame checksum",
        Drafts.shard().frame(GoodShardVectors::compressWithChecksum),
        "R-ZSTD-4");
    good(
        "unknown-fields",
        "fields of a later version in every table",
        Drafts.one()
            .metadata(table -> table.withUnknownFields(3).table("targets").withUnknownFields(2)),
        "R-FB-6");
    good(
        "trailing-content",
        "bytes behind the FlatBuffer's parts",
        Drafts.one().content(content -> Frames.concat(content, new byte[] {1, 2, 3})),
        "R-FB-2");
    good(
        "present-zeros",
        "fields that are there with the value of absent ones",
        Drafts.empty()
            .metadata(table -> table.set("labels", new long[0]).set("columns", List.of())),
        "R-META-1");
  }

  private static byte[] compressWithChecksum(byte[] content) {
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      return context
          .setLevel(Zstd.defaultCompressionLevel())
          .setChecksum(true)
          .setContentSize(true)
          .compress(content);
    }
  }
}
