package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.DUPLICATE;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import java.util.List;
import java.util.function.Consumer;

/** Manifests with a defect in what they say of their shards, or of quality. */
final class BadManifestContentVectors {
  private static final int PCR = 0;
  private static final int LIQUID = 1;
  private static final int TFRECORD = 2;

  private final Vectors to;

  private BadManifestContentVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    BadManifestContentVectors vectors = new BadManifestContentVectors(to);
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
        m -> m.element("quality", 1).element("points", 1).set(field, value),
        "R-MANIFEST-7");
  }

  private void curves(String name, ErrorCode error, String about, List<TableDraft> curves) {
    manifest("quality-" + name, error, about, m -> m.set("quality", curves), "R-MANIFEST-7");
  }

  private static List<TableDraft> of(
      int reconstruction, String at, int nextReconstruction, String nextAt) {
    return List.of(
        ManifestDraft.curve(reconstruction, at), ManifestDraft.curve(nextReconstruction, nextAt));
  }

  private void curve(String name, String about, Consumer<TableDraft> edit) {
    manifest(
        "quality-" + name,
        VALUE_OUT_OF_RANGE,
        about,
        m -> edit.accept(m.element("quality", 2)),
        "R-MANIFEST-7");
  }

  private void quality() {
    manifest(
        "quality-short",
        LENGTH_MISMATCH,
        "two points of a curve of three",
        m ->
            m.element("quality", 1)
                .set("points", List.of(ManifestDraft.quality(1), ManifestDraft.quality(2))),
        "R-MANIFEST-7");
    manifest(
        "quality-no-points",
        LENGTH_MISMATCH,
        "a curve without points",
        m -> m.element("quality", 0).remove("points"),
        "R-MANIFEST-7");
    curves("17", VALUE_OUT_OF_RANGE, "17 curves", ManifestVectors.ascending(17));
    curves("twice", DUPLICATE, "two curves of one measure", of(0, "", 0, ""));
    curves("descends", DUPLICATE, "curves whose reconstructions descend", of(1, "", 0, ""));
    curves(
        "at-descends",
        DUPLICATE,
        "curves whose sizes descend as texts",
        of(0, "resize:8,crop:8", 0, "resize:16,crop:8"));
    curve("metric-0", "a curve of metric 0", c -> c.set("metric", 0));
    curve("metric-2", "a curve of metric 2", c -> c.set("metric", 2));
    curve("reconstruction-2", "a curve of reconstruction 2", c -> c.set("reconstruction", 2));
    curve("at-full", "a curve at a size with a name", c -> c.set("at", ManifestDraft.utf8("full")));
    curve(
        "at-crop",
        "a curve at a crop beyond the picture",
        c -> c.set("at", ManifestDraft.utf8("resize:224,crop:256")));
    point("ssim-above-1", "an MS-SSIM above 1", "ms_ssim_mean", 1.0000001);
    point("negative", "a negative MS-SSIM", "ms_ssim_p1", -0.5);
    point("nan", "an MS-SSIM that is not a number", "ms_ssim_p10", Double.NaN);
    point("psnr-nan", "a PSNR that is not a number", "psnr", Double.NaN);
    point("bytes-infinite", "infinite mean_bytes", "mean_bytes", Double.POSITIVE_INFINITY);
    point(
        "decode-infinite", "infinite decode_relative", "decode_relative", Double.POSITIVE_INFINITY);
  }
}
