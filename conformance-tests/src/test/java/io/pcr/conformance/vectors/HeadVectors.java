package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.CHECKSUM_MISMATCH;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.NOT_PCR;
import static io.pcr.format.error.ErrorCode.RESERVED_NOT_ZERO;
import static io.pcr.format.error.ErrorCode.TRUNCATED;
import static io.pcr.format.error.ErrorCode.UNSUPPORTED_FEATURE;
import static io.pcr.format.error.ErrorCode.UNSUPPORTED_KIND;
import static io.pcr.format.error.ErrorCode.UNSUPPORTED_VERSION;
import static io.pcr.format.error.ErrorCode.VALUE_OUT_OF_RANGE;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.shard.ShardHeadLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** Heads, trailers and ends of shards. */
final class HeadVectors {
  private final Vectors to;

  private HeadVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    HeadVectors vectors = new HeadVectors(to);
    vectors.magic();
    vectors.numbers();
    vectors.ends();
    vectors.unsupported();
  }

  private void bad(String name, ErrorCode error, String about, byte[] bytes, String ids) {
    to.bad("head-" + name + ".pcr", error, about, bytes, ids);
  }

  private void head(
      String name, ErrorCode error, String about, Consumer<ByteBuffer> edit, String ids) {
    bad(name, error, about, Drafts.one().head(edit).build(), ids);
  }

  private void magic() {
    head("magic", NOT_PCR, "magic: its first byte", head -> head.put(0, (byte) 0x90), "R-HEAD-1");
    head(
        "magic-manifest-like",
        NOT_PCR,
        "magic: that of a trailer",
        head -> head.put(1, new byte[] {'p', 'c', 'r'}),
        "R-HEAD-1");
    bad("text", NOT_PCR, "a text", ManifestDraft.utf8("This is no shard. ".repeat(10)), "R-HEAD-1");
    bad(
        "magic-line-ends",
        NOT_PCR,
        "magic whose CR LF went through a text mode",
        Drafts.one()
            .file(
                file ->
                    Frames.concat(Arrays.copyOf(file, 4), Arrays.copyOfRange(file, 5, file.length)))
            .build(),
        "R-HEAD-1");
    bad(
        "short-text",
        NOT_PCR,
        "three bytes that do not begin the magic",
        ManifestDraft.utf8("abc"),
        "R-HEAD-1");
    bad("no-bytes", TRUNCATED, "a file of no bytes", new byte[0], "R-HEAD-1 R-HEAD-8");
    bad(
        "half-magic",
        TRUNCATED,
        "half of the magic",
        Arrays.copyOf(ShardDraft.MAGIC, 4),
        "R-HEAD-1");
  }

  private void numbers() {
    head(
        "region-count-0",
        VALUE_OUT_OF_RANGE,
        "region_count 0",
        head -> head.putInt(ShardHeadLayout.REGION_COUNT_OFFSET, 0),
        "R-HEAD-3");
    head(
        "region-count-1025",
        VALUE_OUT_OF_RANGE,
        "region_count 1,025",
        head -> head.putInt(ShardHeadLayout.REGION_COUNT_OFFSET, 1025),
        "R-HEAD-3");
    head(
        "region-count-max",
        VALUE_OUT_OF_RANGE,
        "region_count 2^32-1",
        head -> head.putInt(ShardHeadLayout.REGION_COUNT_OFFSET, -1),
        "R-HEAD-3");
    head(
        "region-count-1024",
        TRUNCATED,
        "region_count 1,024 in a file that ends before",
        head -> head.putInt(ShardHeadLayout.REGION_COUNT_OFFSET, 1024),
        "R-HEAD-2 R-HEAD-8");
    bad(
        "checksum",
        CHECKSUM_MISMATCH,
        "head_crc32c",
        Drafts.one().flip(ShardHeadLayout.HEAD_CRC32C_OFFSET).build(),
        "R-HEAD-2 R-CRC-1 R-CRC-2");
    bad(
        "checksum-first",
        CHECKSUM_MISMATCH,
        "major flipped: damage, not a newer file",
        Drafts.one().flip(ShardHeadLayout.MAJOR_OFFSET).build(),
        "R-HEAD-2 G-3");
    bad(
        "checksum-features",
        CHECKSUM_MISMATCH,
        "a feature bit flipped: damage, not a newer file",
        Drafts.one().flip(ShardHeadLayout.INCOMPAT_FEATURES_OFFSET).build(),
        "R-HEAD-2 G-3");
    bad(
        "checksum-uuid",
        CHECKSUM_MISMATCH,
        "shard_uuid flipped",
        Drafts.one().flip(ShardHeadLayout.SHARD_UUID_OFFSET).build(),
        "R-HEAD-2 G-3");
    bad(
        "checksum-table",
        CHECKSUM_MISMATCH,
        "the region table flipped",
        Drafts.one().flip(ShardHeadLayout.LENGTH + 9).build(),
        "R-HEAD-2 G-3");
    head(
        "reserved",
        RESERVED_NOT_ZERO,
        "reserved 1",
        head -> head.put(ShardHeadLayout.RESERVED_OFFSET, (byte) 1),
        "R-HEAD-6");
    head(
        "reserved-255",
        RESERVED_NOT_ZERO,
        "reserved 255",
        head -> head.put(ShardHeadLayout.RESERVED_OFFSET, (byte) 255),
        "R-HEAD-6");
    head(
        "total-length-0",
        LENGTH_MISMATCH,
        "total_length 0",
        head -> head.putLong(ShardHeadLayout.TOTAL_LENGTH_OFFSET, 0),
        "R-HEAD-7");
    head(
        "total-length-negative",
        VALUE_OUT_OF_RANGE,
        "total_length 2^63",
        head -> head.putLong(ShardHeadLayout.TOTAL_LENGTH_OFFSET, Long.MIN_VALUE),
        "R-INT-1");
    head(
        "total-length",
        LENGTH_MISMATCH,
        "total_length one more than the region table says",
        head -> add(head, ShardHeadLayout.TOTAL_LENGTH_OFFSET, 1),
        "R-HEAD-7 R-REGION-2");
    head(
        "total-length-less",
        LENGTH_MISMATCH,
        "total_length one less than the region table says",
        head -> add(head, ShardHeadLayout.TOTAL_LENGTH_OFFSET, -1),
        "R-HEAD-7 R-REGION-2");
  }

  private static void add(ByteBuffer head, int at, int difference) {
    head.putInt(at, head.getInt(at) + difference);
  }

  private void ends() {
    bad(
        "trailing-byte",
        LENGTH_MISMATCH,
        "a byte behind the trailer",
        Drafts.one().file(file -> Arrays.copyOf(file, file.length + 1)).build(),
        "R-TRAILER-1");
    bad(
        "trailer-cut",
        TRUNCATED,
        "the last byte is not there",
        Drafts.one().file(file -> Arrays.copyOf(file, file.length - 1)).build(),
        "R-TRAILER-1");
    bad(
        "trailer-magic",
        VALUE_OUT_OF_RANGE,
        "trailer_magic",
        Drafts.one().flip(-1).build(),
        "R-TRAILER-1");
    bad(
        "trailer-length",
        LENGTH_MISMATCH,
        "total_length of the trailer",
        Drafts.one().flip(-16).build(),
        "R-TRAILER-1");
    bad(
        "head-cut",
        TRUNCATED,
        "the head ends",
        Drafts.one().file(file -> Arrays.copyOf(file, 63)).build(),
        "R-HEAD-8");
    bad(
        "table-cut",
        TRUNCATED,
        "the region table ends",
        Drafts.one().file(file -> Arrays.copyOf(file, 100)).build(),
        "R-HEAD-8");
    bad(
        "metadata-cut",
        TRUNCATED,
        "the metadata ends",
        Drafts.one().file(file -> Arrays.copyOf(file, 300)).build(),
        "R-HEAD-8");
  }

  private void unsupported(
      String name, ErrorCode error, String about, Consumer<ByteBuffer> edit, String ids) {
    to.unsupported("head-" + name + ".pcr", error, about, Drafts.one().head(edit).build(), ids);
  }

  private void unsupported() {
    for (int major : new int[] {0, 2, 255}) {
      unsupported(
          "major-" + major,
          UNSUPPORTED_VERSION,
          "major " + major,
          head -> head.put(ShardHeadLayout.MAJOR_OFFSET, (byte) major),
          "R-HEAD-4");
    }
    for (int bit : new int[] {0, 1, 7, 15, 16, 31}) {
      unsupported(
          "incompat-" + bit,
          UNSUPPORTED_FEATURE,
          "incompat_features bit " + bit,
          head -> head.putInt(ShardHeadLayout.INCOMPAT_FEATURES_OFFSET, 1 << bit),
          "R-HEAD-5");
    }
    unsupported(
        "incompat-all",
        UNSUPPORTED_FEATURE,
        "incompat_features all set",
        head -> head.putInt(ShardHeadLayout.INCOMPAT_FEATURES_OFFSET, -1),
        "R-HEAD-5");
    for (int variant : new int[] {0, 3, 4, 255}) {
      unsupported(
          "variant-" + variant,
          UNSUPPORTED_KIND,
          "variant " + variant,
          head -> head.put(ShardHeadLayout.VARIANT_OFFSET, (byte) variant),
          "R-HEAD-6");
    }
    unsupported(
        "major-before-features",
        UNSUPPORTED_VERSION,
        "major 2 and unknown features: the version is judged first",
        head ->
            head.put(ShardHeadLayout.MAJOR_OFFSET, (byte) 2)
                .putInt(ShardHeadLayout.INCOMPAT_FEATURES_OFFSET, 5),
        "R-HEAD-4");
    unsupported(
        "features-before-variant",
        UNSUPPORTED_FEATURE,
        "an unknown feature and the variant that it brings: the feature is judged first",
        head ->
            head.put(ShardHeadLayout.VARIANT_OFFSET, (byte) 9)
                .putInt(ShardHeadLayout.INCOMPAT_FEATURES_OFFSET, 2),
        "R-HEAD-5");
  }
}
