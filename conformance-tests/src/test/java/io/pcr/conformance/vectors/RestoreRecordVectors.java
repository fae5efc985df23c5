package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_FRAME;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.RESTORE_MISMATCH;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.List;

/** Restore regions whose records are not what their kinds want. */
final class RestoreRecordVectors {
  private static final byte[] DICTIONARY_MAGIC = {
    0x37, (byte) 0xA4, 0x30, (byte) 0xEC, 0, 0, 0, 0, 1
  };

  private final Vectors to;

  private RestoreRecordVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    RestoreRecordVectors vectors = new RestoreRecordVectors(to);
    vectors.contents();
  }

  private void region(
      String name, ErrorCode error, String about, RestoreDraft restore, String ids) {
    to.bad("restore-" + name + ".pcr", error, about, Drafts.shard().restore(restore).build(), ids);
  }

  /** Originals that nothing but their lengths proves, the first of another length than said. */
  private static byte[] otherLength() {
    return Drafts.shard()
        .restore(RestoreVectors.records())
        .metadata(
            table -> table.setElement("source_lengths", 0, table.numbers("source_lengths")[0] + 1))
        .build();
  }

  private static byte[] flip(byte[] bytes) {
    bytes[bytes.length / 2] ^= 1;
    return bytes;
  }

  private void first(
      String name, ErrorCode error, String about, int kind, byte[] record, String ids) {
    RestoreDraft restore =
        new RestoreDraft().add(kind, record).add(RestoreDraft.NONE).add(RestoreDraft.NONE);
    region(name, error, about, restore, ids);
  }

  private void contents() {
    byte[] original = Drafts.COLOUR.original();
    first(
        "original-other",
        RESTORE_MISMATCH,
        "an original of another SHA-256",
        RestoreDraft.ORIGINAL,
        flip(original.clone()),
        "R-RESTORE-4");
    first(
        "original-short",
        RESTORE_MISMATCH,
        "an original of another length",
        RestoreDraft.ORIGINAL,
        new byte[1],
        "R-RESTORE-4");
    to.bad(
        "restore-original-length.pcr",
        RESTORE_MISMATCH,
        "an original of another length, without a SHA-256",
        otherLength(),
        "R-RESTORE-4");
    first(
        "same-other",
        RESTORE_MISMATCH,
        "kind SAME of a sample that is not its original",
        RestoreDraft.SAME,
        new byte[0],
        "R-RESTORE-4");
    first(
        "patch-other",
        RESTORE_MISMATCH,
        "a patch that decodes to something else",
        RestoreDraft.PATCH,
        RestoreDraft.patch(new byte[0], Frames.raw(flip(original.clone()))),
        "R-RESTORE-4 R-RESTORE-6");
    first(
        "patch-short",
        LENGTH_MISMATCH,
        "a patch of three bytes",
        RestoreDraft.PATCH,
        new byte[3],
        "R-RESTORE-6");
    first(
        "patch-recipe-length",
        LENGTH_MISMATCH,
        "recipe_length one more than the record has behind it",
        RestoreDraft.PATCH,
        Frames.concat(Frames.u32(original.length + 1), original),
        "R-RESTORE-6");
    first(
        "patch-recipe-length-max",
        LENGTH_MISMATCH,
        "recipe_length 2^32-1",
        RestoreDraft.PATCH,
        Frames.concat(Frames.u32(-1), original),
        "R-RESTORE-6");
    first(
        "patch-frame",
        BAD_FRAME,
        "a patch that is no zstd frame",
        RestoreDraft.PATCH,
        RestoreDraft.patch(new byte[0], original),
        "R-RESTORE-6 R-ZSTD-1");
    first(
        "recipe-short",
        LENGTH_MISMATCH,
        "a recipe of three bytes",
        RestoreDraft.RECIPE,
        new byte[3],
        "R-RESTORE-5");
    first(
        "recipe-count-0",
        VALUE_OUT_OF_RANGE,
        "a recipe of no literals",
        RestoreDraft.RECIPE,
        Frames.u32(0),
        "R-RESTORE-5");
    first(
        "recipe-count",
        LENGTH_MISMATCH,
        "a recipe of more literals than it has lengths",
        RestoreDraft.RECIPE,
        Frames.concat(Frames.u32(3), Frames.u32(0), Frames.u32(0)),
        "R-RESTORE-5");
    first(
        "recipe-count-max",
        LENGTH_MISMATCH,
        "a recipe of 2^32-1 literals",
        RestoreDraft.RECIPE,
        Frames.concat(Frames.u32(-1), Frames.u32(0)),
        "R-RESTORE-5");
    first(
        "recipe-long",
        LENGTH_MISMATCH,
        "a byte behind the last literal",
        RestoreDraft.RECIPE,
        Frames.concat(RestoreDraft.recipe(new byte[2]), new byte[1]),
        "R-RESTORE-5");
    first(
        "recipe-lengths",
        LENGTH_MISMATCH,
        "literals longer than the record",
        RestoreDraft.RECIPE,
        Frames.concat(Frames.u32(1), Frames.u32(9), new byte[8]),
        "R-RESTORE-5");
    to.bad(
        "restore-dictionary-base.pcr",
        BAD_FRAME,
        "a patch whose base zstd would take for a trained dictionary",
        ShardDraft.pcr(1, List.of(SampleDraft.opaque("d", DICTIONARY_MAGIC, 1)))
            .metadata(table -> table.remove("targets"))
            .restore(
                new RestoreDraft()
                    .add(
                        RestoreDraft.PATCH,
                        RestoreDraft.patch(new byte[0], Frames.raw(DICTIONARY_MAGIC))))
            .build(),
        "R-RESTORE-7");
  }
}
