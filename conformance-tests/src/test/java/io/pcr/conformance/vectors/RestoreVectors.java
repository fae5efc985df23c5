package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_FRAME;
import static io.pcr.format.error.ErrorCode.BAD_TABLE;
import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.LIMIT_EXCEEDED;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Restore regions, whole and damaged. */
final class RestoreVectors {
  private final Vectors to;

  private RestoreVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    RestoreVectors vectors = new RestoreVectors(to);
    vectors.good();
    vectors.regions();
    vectors.directories();
    vectors.frames();
  }

  /** The colour image's original whole, the grey one's as a patch, the text as it is stored. */
  static RestoreDraft records() {
    return new RestoreDraft()
        .add(RestoreDraft.ORIGINAL, Drafts.COLOUR.original())
        .add(
            RestoreDraft.PATCH, RestoreDraft.patch(new byte[0], Frames.raw(Drafts.GREY.original())))
        .add(RestoreDraft.SAME);
  }

  private void good(String name, String about, ShardDraft draft, String ids) {
    to.good("restore-" + name + ".pcr", about, draft.build(), ids);
  }

  private void good() {
    good(
        "one-frame",
        "an original, a patch, and a sample that is its original; one frame",
        Drafts.shard().restore(records()),
        "R-RESTORE-1 R-RESTORE-2 R-RESTORE-3 R-RESTORE-4 R-RESTORE-6 G-5");
    good(
        "frames",
        "a frame for each record",
        Drafts.shard().restore(records().frameEach()),
        "R-RESTORE-2 R-RESTORE-3");
    good(
        "none",
        "no original is kept",
        Drafts.shard().restore(new RestoreDraft().add(0).add(0).add(0)),
        "R-RESTORE-2 R-RESTORE-3");
    good(
        "no-samples",
        "a shard without samples and frames",
        Drafts.empty().restore(new RestoreDraft().frameEach()),
        "R-RESTORE-2");
    good(
        "no-digests",
        "originals that are proved by their length alone",
        Drafts.shard().restore(records()),
        "R-RESTORE-4");
    good(
        "empty-original",
        "an original of no bytes, as a record and as the sample",
        ShardDraft.pcr(
                1,
                List.of(
                    SampleDraft.opaque("a", new byte[0], 1),
                    SampleDraft.opaque("b", new byte[0], 1)))
            .metadata(table -> table.remove("targets"))
            .restore(new RestoreDraft().add(RestoreDraft.ORIGINAL).add(RestoreDraft.SAME)),
        "R-RESTORE-4");
    good(
        "recipe",
        "recipes, one of which is the base of a patch",
        Drafts.shard()
            .restore(
                new RestoreDraft()
                    .add(
                        RestoreDraft.RECIPE,
                        RestoreDraft.recipe(new byte[] {1, 2}, new byte[0], new byte[] {3}))
                    .add(
                        RestoreDraft.PATCH,
                        RestoreDraft.patch(
                            RestoreDraft.recipe(new byte[1]), Frames.raw(new byte[1])))
                    .add(RestoreDraft.NONE)),
        "R-RESTORE-5 R-RESTORE-6");
    good(
        "recipe-100-scans",
        "a recipe of as many scans as a reader takes",
        Drafts.shard()
            .restore(new RestoreDraft().add(RestoreDraft.RECIPE, ofScans(100)).add(0).add(0)),
        "R-RESTORE-5 R-LIMIT-1");
  }

  /** A recipe of empty literals. */
  private static byte[] ofScans(int scans) {
    return RestoreDraft.recipe(Collections.nCopies(scans + 1, new byte[0]).toArray(byte[][]::new));
  }

  private void region(
      String name, ErrorCode error, String about, RestoreDraft restore, String ids) {
    to.bad("restore-" + name + ".pcr", error, about, Drafts.shard().restore(restore).build(), ids);
  }

  private void regions() {
    to.bad(
        "restore-short.pcr",
        LENGTH_MISMATCH,
        "a region of three bytes",
        Drafts.shard().regions(r -> r.add(RegionDraft.restore(new byte[3], 3))).build(),
        "R-RESTORE-1");
    region(
        "directory-length",
        LENGTH_MISMATCH,
        "directory_length beyond the region",
        records().directoryLengthOffBy(1 << 20),
        "R-RESTORE-1");
    to.bad(
        "restore-checksum.pcr",
        CHECKSUM_MISMATCH,
        "region_crc32c of RESTORE",
        Drafts.shard().restore(records()).regions(r -> r.get(4).crc32c ^= 1).build(),
        "R-RESTORE-1");
    to.bad(
        "restore-directory-flipped.pcr",
        CHECKSUM_MISMATCH,
        "a byte of the directory",
        Drafts.shard().restore(records()).regions(r -> r.get(4).bytes[40] ^= 1).build(),
        "R-RESTORE-1 G-3");
    to.bad(
        "restore-identifier.pcr",
        BAD_TABLE,
        "a directory of another identifier",
        Drafts.shard().regions(r -> r.add(otherTable())).build(),
        "R-FB-1");
  }

  private static RegionDraft otherTable() {
    byte[] frame =
        Frames.raw(FlatBufferBytes.encode(new TableDraft("RestoreDirectory"), "PCRM").bytes());
    byte[] bytes = Frames.concat(Frames.u32(frame.length), frame);
    return RegionDraft.restore(bytes, bytes.length);
  }

  private void directory(
      String name, ErrorCode error, String about, Consumer<TableDraft> edit, String ids) {
    region(name, error, about, records().directory(edit), ids);
  }

  private void directories() {
    directory(
        "kinds-short",
        LENGTH_MISMATCH,
        "kinds has two elements of three",
        d -> d.set("kinds", new byte[] {4, 3}),
        "R-RESTORE-2");
    directory(
        "lengths-long",
        LENGTH_MISMATCH,
        "record_lengths has four elements of three",
        d -> d.set("record_lengths", new long[4]),
        "R-RESTORE-2");
    directory(
        "frame-lengths-count",
        LENGTH_MISMATCH,
        "frame_lengths has no element",
        d -> d.remove("frame_lengths"),
        "R-RESTORE-2");
    directory(
        "frame-crcs-count",
        LENGTH_MISMATCH,
        "frame_crc32c has two elements of one",
        d -> d.set("frame_crc32c", new long[2]),
        "R-RESTORE-2");
    directory(
        "frame-samples-less",
        LENGTH_MISMATCH,
        "frame_samples add up to less",
        d -> d.setElement("frame_samples", 0, 2),
        "R-RESTORE-2");
    directory(
        "frame-samples-more",
        LENGTH_MISMATCH,
        "frame_samples add up to more",
        d -> d.setElement("frame_samples", 0, 4),
        "R-RESTORE-2");
    region(
        "frame-samples-0",
        VALUE_OUT_OF_RANGE,
        "a frame of no samples",
        new RestoreDraft()
            .add(RestoreDraft.ORIGINAL, Drafts.COLOUR.original())
            .add(RestoreDraft.NONE)
            .add(RestoreDraft.SAME)
            .frameEach()
            .directory(d -> d.set("frame_samples", new long[] {1, 0, 2})),
        "R-RESTORE-2");
    directory(
        "frame-lengths",
        LENGTH_MISMATCH,
        "frame_lengths add up to less than the region has",
        d -> d.setElement("frame_lengths", 0, d.numbers("frame_lengths")[0] - 1),
        "R-RESTORE-2");
    directory(
        "kind-5", VALUE_OUT_OF_RANGE, "kind 5", d -> d.setElement("kinds", 0, 5), "R-RESTORE-2");
    directory(
        "same-with-record",
        VALUE_OUT_OF_RANGE,
        "a record of kind SAME",
        d -> d.setElement("record_lengths", 2, 1),
        "R-RESTORE-2");
    directory(
        "length-2-31",
        VALUE_OUT_OF_RANGE,
        "a record length of 2^31",
        d -> d.setElement("record_lengths", 0, 1L << 31),
        "R-RESTORE-2");
    directory(
        "frame-large",
        VALUE_OUT_OF_RANGE,
        "a frame of two records and more than 1 MiB",
        d -> d.setElement("record_lengths", 0, 1 << 20),
        "R-RESTORE-3");
  }

  private void frames() {
    region(
        "frame-flipped",
        CHECKSUM_MISMATCH,
        "a byte of a frame",
        records().frames(frames -> flip(frames)),
        "R-RESTORE-3 G-3");
    region(
        "frame-crc",
        CHECKSUM_MISMATCH,
        "frame_crc32c",
        records().directory(d -> d.setElement("frame_crc32c", 0, 1)),
        "R-RESTORE-3");
    region(
        "frame-no-zstd",
        BAD_FRAME,
        "a frame that is no zstd frame",
        records().frame(content -> content),
        "R-ZSTD-1 R-RESTORE-3");
    region(
        "frame-content",
        LENGTH_MISMATCH,
        "a frame that decodes to more than its records",
        records().frame(content -> Frames.raw(Frames.concat(content, new byte[1]))),
        "R-RESTORE-3");
    region(
        "empty-frame-content",
        LENGTH_MISMATCH,
        "a frame of empty records that decodes to a byte",
        new RestoreDraft().add(0).add(0).add(0).frame(content -> Frames.raw(new byte[1])),
        "R-RESTORE-3");
    to.unsupported(
        "restore-frame-256m.pcr",
        LIMIT_EXCEEDED,
        "a frame that says that it holds more than 256 MiB",
        Drafts.shard()
            .restore(records().frame(content -> Frames.rawSaying((256L << 20) + 1, content)))
            .build(),
        "R-LIMIT-1 R-ZSTD-2");
    to.unsupported(
        "restore-recipe-101-scans.pcr",
        LIMIT_EXCEEDED,
        "a recipe of 101 scans",
        Drafts.shard()
            .restore(new RestoreDraft().add(RestoreDraft.RECIPE, ofScans(101)).add(0).add(0))
            .build(),
        "R-LIMIT-1 R-RESTORE-5");
    to.unsupported(
        "restore-patch-101-scans.pcr",
        LIMIT_EXCEEDED,
        "a patch whose base is a recipe of 101 scans",
        Drafts.shard()
            .restore(
                new RestoreDraft()
                    .add(
                        RestoreDraft.PATCH,
                        RestoreDraft.patch(ofScans(101), Frames.raw(new byte[1])))
                    .add(0)
                    .add(0))
            .build(),
        "R-LIMIT-1 R-RESTORE-6");
  }

  private static byte[] flip(byte[] bytes) {
    bytes[bytes.length / 2] ^= 1;
    return bytes;
  }
}
