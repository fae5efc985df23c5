package io.pcr.conformance.vectors;

import java.util.ArrayList;
import java.util.List;

/** The shards that most vectors begin with; each call gives a new draft. */
final class Drafts {
  static final SampleDraft COLOUR = JpegDrafts.colour("n01/colour.JPEG", 1).withLabel(3);
  static final SampleDraft GREY = JpegDrafts.grey("n02/grey.JPEG", 2).withLabel(-9);
  static final SampleDraft TEXT =
      SampleDraft.opaque("n03/not an image.txt", ManifestDraft.utf8("text"), JpegDrafts.GROUPS);

  private Drafts() {}

  /** A colour image, a grey one, and a file that is no image and has no label; three groups. */
  static ShardDraft shard() {
    return ShardDraft.pcr(JpegDrafts.GROUPS, List.of(COLOUR, GREY, TEXT));
  }

  /** One colour image. */
  static ShardDraft one() {
    return ShardDraft.pcr(JpegDrafts.GROUPS, List.of(COLOUR));
  }

  /** No samples and one group. */
  static ShardDraft empty() {
    return ShardDraft.pcr(1, List.of()).metadata(table -> table.remove("targets"));
  }

  /** Samples that are not images, in one group. */
  static ShardDraft texts(int count) {
    List<SampleDraft> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(SampleDraft.opaque("key " + i, ManifestDraft.utf8("value " + i), 1));
    }
    return ShardDraft.pcr(1, samples).metadata(table -> table.remove("targets"));
  }
}
