package io.pcr.conformance.vectors;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A sample of a shard that is being drafted.
 *
 * @param name its key
 * @param source the file that it was made from
 * @param slices one for each group
 */
record SampleDraft(
    String name,
    long label,
    int encoding,
    int colorClass,
    int width,
    int height,
    int flags,
    ByteBuffer source,
    List<byte[]> slices) {
  static final int PROGRESSIVE_JPEG = 1;
  static final int OPAQUE = 2;
  static final long NO_LABEL = Long.MIN_VALUE;

  /** A file that stands whole in group 1. */
  static SampleDraft opaque(String key, byte[] file, int groups) {
    return whole(key, OPAQUE, file, groups);
  }

  /** A sample of a Liquid shard. */
  static SampleDraft liquid(String key, int encoding, byte[] file) {
    return whole(key, encoding, file, 1);
  }

  private static SampleDraft whole(String key, int encoding, byte[] file, int groups) {
    List<byte[]> slices = new ArrayList<>(List.of(file));
    while (slices.size() < groups) {
      slices.add(new byte[0]);
    }
    return new SampleDraft(key, NO_LABEL, encoding, 0, 0, 0, 0, ByteBuffer.wrap(file), slices);
  }

  byte[] key() {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  byte[] original() {
    return Frames.bytes(source);
  }

  SampleDraft withSlices(List<byte[]> value) {
    return new SampleDraft(name, label, encoding, colorClass, width, height, flags, source, value);
  }

  SampleDraft withName(String value) {
    return new SampleDraft(
        value, label, encoding, colorClass, width, height, flags, source, slices);
  }

  SampleDraft withLabel(long value) {
    return new SampleDraft(name, value, encoding, colorClass, width, height, flags, source, slices);
  }

  SampleDraft withSize(int newWidth, int newHeight) {
    return new SampleDraft(
        name, label, encoding, colorClass, newWidth, newHeight, flags, source, slices);
  }
}
