package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_JPEG;
import static io.pcr.format.error.ErrorCode.IMAGE_CORRUPT;
import static io.pcr.format.error.ErrorCode.IMAGE_UNSUPPORTED;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Shards whose bytes are as their writer meant them, with images that are no good. */
final class ImageVectors {
  private static final int SOF2 = 0xC2;
  private static final int PRECISION = 4;
  private static final int DQT = 0xDB;

  private ImageVectors() {}

  static void addTo(Vectors to) {
    to.image(
        "no-jpeg.pcr",
        IMAGE_CORRUPT,
        "slices of text",
        withFirst(slice -> ManifestDraft.utf8("no JPEG at all")),
        "R-SAMPLE-1");
    to.image(
        "scans-missing.pcr",
        BAD_JPEG,
        "coefficients that are in no scan",
        withoutLast(),
        "R-SCAN-2");
    to.image("wrong-cuts.pcr", BAD_JPEG, "a scan cut between two slices", movedCut(), "R-SCAN-3");
    to.image(
        "12-bit.pcr",
        IMAGE_UNSUPPORTED,
        "samples of 12 bits",
        withFirst(ImageVectors::twelveBits),
        "R-SAMPLE-1");
    to.image(
        "no-quantisation.pcr",
        IMAGE_CORRUPT,
        "a component without its quantisation table",
        withFirst(ImageVectors::otherTable),
        "R-SAMPLE-1");
  }

  private static byte[] withFirst(UnaryOperator<byte[]> edit) {
    List<byte[]> slices = new ArrayList<>(Drafts.COLOUR.slices());
    slices.set(0, edit.apply(slices.get(0).clone()));
    return ShardDraft.pcr(JpegDrafts.GROUPS, List.of(with(slices))).build();
  }

  private static SampleDraft with(List<byte[]> slices) {
    SampleDraft s = Drafts.COLOUR;
    return s.withSlices(slices);
  }

  private static byte[] withoutLast() {
    List<byte[]> slices = new ArrayList<>(Drafts.COLOUR.slices());
    slices.set(JpegDrafts.GROUPS - 1, new byte[0]);
    return ShardDraft.pcr(JpegDrafts.GROUPS, List.of(with(slices))).build();
  }

  private static byte[] movedCut() {
    List<byte[]> slices = new ArrayList<>(Drafts.COLOUR.slices());
    byte[] second = slices.get(1);
    byte[] third = slices.get(2);
    byte[] both = Frames.concat(second, third);
    slices.set(1, Arrays.copyOf(both, second.length - 5));
    slices.set(2, Arrays.copyOfRange(both, second.length - 5, both.length));
    return ShardDraft.pcr(JpegDrafts.GROUPS, List.of(with(slices))).build();
  }

  private static int marker(byte[] jpeg, int marker) {
    int at = 2;
    while ((jpeg[at + 1] & 0xFF) != marker) {
      at += 2 + (((jpeg[at + 2] & 0xFF) << 8) | (jpeg[at + 3] & 0xFF));
    }
    return at;
  }

  private static byte[] twelveBits(byte[] jpeg) {
    jpeg[marker(jpeg, SOF2) + PRECISION] = 12;
    return jpeg;
  }

  /** Gives the first quantisation table another number. */
  private static byte[] otherTable(byte[] jpeg) {
    jpeg[marker(jpeg, DQT) + PRECISION] = 3;
    return jpeg;
  }
}
