package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.LIMIT_EXCEEDED;
import static io.pcr.format.error.ErrorCode.UNSUPPORTED_FEATURE;
import static io.pcr.format.error.ErrorCode.UNSUPPORTED_VERSION;

import java.util.ArrayList;
import java.util.List;

/** Manifests in which everything is as it should be, and those of later versions. */
final class ManifestVectors {
  private final Vectors to;

  private ManifestVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    ManifestVectors vectors = new ManifestVectors(to);
    vectors.good();
    vectors.unsupported();
  }

  private void good(String name, String about, ManifestDraft draft, String ids) {
    to.good("manifest-" + name + ".pcrm", about, draft.build(), ids);
  }

  private void good() {
    good("empty", "a dataset of nothing", ManifestDraft.empty(), "R-MANIFEST-2 R-MANIFEST-3");
    good(
        "full",
        "a shard of each variant and all that a manifest can say",
        ManifestDraft.full(),
        "R-MANIFEST-3 R-MANIFEST-4 R-MANIFEST-5 R-MANIFEST-7");
    good(
        "minor-9",
        "minor of a later document",
        ManifestDraft.empty().head(head -> head.put(9, (byte) 9)),
        "R-MANIFEST-2");
    good(
        "ro-compat-bits",
        "ro_compat_features all set",
        ManifestDraft.empty().head(head -> head.putInt(ManifestDraft.RO_COMPAT_OFFSET, -1)),
        "R-MANIFEST-2");
    good(
        "compat-bits",
        "compat_features all set",
        ManifestDraft.empty().head(head -> head.putInt(ManifestDraft.COMPAT_OFFSET, -1)),
        "R-MANIFEST-2");
    good(
        "generation-max",
        "the last generation",
        ManifestDraft.empty()
            .head(head -> head.putLong(ManifestDraft.GENERATION_OFFSET, Long.MAX_VALUE)),
        "R-INT-1");
    good(
        "only-tfrecord",
        "TFRecord shards of each compression, no targets",
        onlyTfRecords(),
        "R-MANIFEST-5");
    good(
        "only-liquid",
        "a Liquid shard, no targets",
        ManifestDraft.empty().add(ManifestDraft.shard("l.pcrl", 2, 1000, 100, 300, 400)),
        "R-MANIFEST-3 R-MANIFEST-5");
    good("names", "names of shards that are plain, if odd", names(), "R-MANIFEST-4");
    good(
        "labels",
        "labels from the least to the greatest",
        ManifestDraft.empty()
            .manifest(
                m ->
                    m.set(
                        "class_names",
                        List.of(
                            ManifestDraft.className(Long.MIN_VALUE, "a"),
                            ManifestDraft.className(0, "a"),
                            ManifestDraft.className(Long.MAX_VALUE, "\u0001\"\\")))),
        "R-MANIFEST-4");
    good(
        "prefixes-equal",
        "groups that hold nothing",
        ManifestDraft.full()
            .entry(0, e -> e.set("prefix_lengths", new long[] {300, 300, 300, 300})),
        "R-MANIFEST-5");
    good(
        "prefixes-tight",
        "lengths that fill the shard, and the least of a head",
        ManifestDraft.full()
            .entry(
                0,
                e ->
                    e.set("prefix_lengths", new long[] {188, 189, 190, 191})
                        .set("total_length", 191 + 100 + 16)),
        "R-MANIFEST-5");
    good(
        "unknown-fields",
        "fields of a later version",
        ManifestDraft.full()
            .manifest(m -> m.withUnknownFields(4).element("shards", 0).withUnknownFields(2)),
        "R-FB-6");
    good(
        "quality-extremes",
        "MS-SSIM 0 and 1, PSNR 0",
        ManifestDraft.full()
            .manifest(
                m ->
                    m.element("quality", 0)
                        .element("points", 0)
                        .set("ms_ssim_mean", 1)
                        .set("ms_ssim_p10", 1)
                        .set("ms_ssim_p1", 0)
                        .set("psnr", 0)),
        "R-MANIFEST-7");
    good(
        "quality-16",
        "16 curves, sizes in the order of their texts",
        ManifestDraft.full().manifest(m -> m.set("quality", ascending(16))),
        "R-MANIFEST-7");
    good(
        "quality-at-empty",
        "a size of no bytes, which is the full size",
        ManifestDraft.full()
            .manifest(m -> m.element("quality", 0).set("at", ManifestDraft.utf8(""))),
        "R-MANIFEST-7");
  }

  /** Curves at full size and at resize:10 to resize:8, whose texts ascend. */
  static List<TableDraft> ascending(int count) {
    List<TableDraft> curves = new ArrayList<>();
    curves.add(ManifestDraft.curve(0, ""));
    for (int i = 1; i < count - 1; i++) {
      curves.add(ManifestDraft.curve(0, "resize:" + (9 + i) + ",crop:9"));
    }
    curves.add(ManifestDraft.curve(0, "resize:8,crop:8"));
    return curves;
  }

  private static ManifestDraft onlyTfRecords() {
    ManifestDraft draft = ManifestDraft.empty();
    for (int compression = 0; compression <= 3; compression++) {
      draft.add(ManifestDraft.tfrecord("t" + compression, compression));
    }
    return draft;
  }

  private static ManifestDraft names() {
    ManifestDraft draft = ManifestDraft.empty();
    for (String name : List.of("x", "a b..c", "é😀", "n".repeat(255), "CON", "-rf", "%2e%2e")) {
      draft.add(ManifestDraft.tfrecord(name, 0));
    }
    return draft;
  }

  private void unsupported() {
    for (int major : new int[] {0, 2, 255}) {
      to.unsupported(
          "manifest-major-" + major + ".pcrm",
          UNSUPPORTED_VERSION,
          "major " + major,
          ManifestDraft.full().head(head -> head.put(8, (byte) major)).build(),
          "R-MANIFEST-2");
    }
    for (int bit : new int[] {0, 13, 31}) {
      to.unsupported(
          "manifest-incompat-" + bit + ".pcrm",
          UNSUPPORTED_FEATURE,
          "incompat_features bit " + bit,
          ManifestDraft.full()
              .head(head -> head.putInt(ManifestDraft.INCOMPAT_OFFSET, 1 << bit))
              .build(),
          "R-MANIFEST-2");
    }
    to.unsupported(
        "manifest-size.pcrm",
        LIMIT_EXCEEDED,
        "a content size of 64 MiB + 1",
        ManifestDraft.full().frame(content -> Frames.rawSaying((64 << 20) + 1, content)).build(),
        "R-LIMIT-1 R-ZSTD-2");
  }
}
