package io.pcr.conformance.vectors;

import java.util.Arrays;

/** Shards that end early: at the end of a group, and somewhere behind it. */
final class PrefixVectors {
  private static final String IDS = "G-1 R-PREFIX-1 R-PREFIX-2 R-HEAD-8";

  private PrefixVectors() {}

  private static ShardDraft withEverything() {
    return Drafts.shard()
        .column(ColumnDraft.strings("caption", ColumnDraft.EARLY, "one", null, "three"))
        .column(
            ColumnDraft.bytes(
                "mask", ColumnDraft.LATE, new byte[] {1}, new byte[] {2}, new byte[] {3}))
        .restore(
            new RestoreDraft()
                .add(RestoreDraft.NONE)
                .add(RestoreDraft.NONE)
                .add(RestoreDraft.SAME));
  }

  static void addTo(Vectors to) {
    for (int group = 0; group <= JpegDrafts.GROUPS; group++) {
      byte[] cut = withEverything().prefix(group);
      to.prefix(
          "group-" + group + ".pcr",
          "cut at prefix_length(" + group + ")",
          cut,
          group,
          JpegDrafts.GROUPS,
          IDS);
      byte[] behind = Arrays.copyOf(withEverything().build(), cut.length + 7);
      to.prefix(
          "group-" + group + "-and-7-bytes.pcr",
          "cut seven bytes behind prefix_length(" + group + ")",
          behind,
          group,
          JpegDrafts.GROUPS,
          IDS);
    }
    byte[] whole = withEverything().build();
    to.prefix(
        "without-trailer.pcr",
        "all but the trailer",
        Arrays.copyOf(whole, whole.length - 16),
        JpegDrafts.GROUPS,
        JpegDrafts.GROUPS,
        IDS);
    byte[] texts = Drafts.texts(5).prefix(1);
    to.prefix("one-group.pcr", "a shard of one group without its trailer", texts, 1, 1, IDS);
    to.prefix(
        "no-samples.pcr",
        "a shard of no samples without its trailer",
        Drafts.empty().prefix(1),
        1,
        1,
        IDS);
  }
}
