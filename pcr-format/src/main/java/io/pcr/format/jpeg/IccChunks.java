package io.pcr.format.jpeg;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the segments of an ICC profile (ICC.1 annex B.4): APP2 with a sequence number and the
 * number of all.
 */
final class IccChunks {
  private static final String MAGIC = "ICC_PROFILE\0";
  private static final int NUMBER_OFFSET = MAGIC.length();
  private static final int COUNT_OFFSET = NUMBER_OFFSET + 1;
  private static final int HEADER_LENGTH = COUNT_OFFSET + 1;

  private IccChunks() {}

  /**
   * The segments in the order of the profile; empty unless each number from 1 to the count stands
   * exactly once.
   */
  static List<Segment> inOrder(JpegStructure jpeg, List<Segment> header) {
    List<Segment> chunks =
        header.stream()
            .filter(segment -> segment.marker() == Marker.APP2)
            .filter(segment -> JpegFacts.begins(jpeg, segment, MAGIC, HEADER_LENGTH))
            .toList();
    Segment[] ordered = new Segment[chunks.size()];
    for (Segment chunk : chunks) {
      ByteBuffer payload = jpeg.payload(chunk);
      int number = Byte.toUnsignedInt(payload.get(NUMBER_OFFSET));
      int count = Byte.toUnsignedInt(payload.get(COUNT_OFFSET));
      if (count != ordered.length || number < 1 || number > count || ordered[number - 1] != null) {
        return List.of();
      }
      ordered[number - 1] = chunk;
    }
    return Arrays.asList(ordered);
  }
}
