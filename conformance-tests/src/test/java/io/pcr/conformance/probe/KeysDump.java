package io.pcr.conformance.probe;

import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.internal.keys.KeySegmentLayout;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What a segment of the index of keys holds. No manifest lists it, so its head speaks for it. */
final class KeysDump {
  private static final long MAX_U32 = 0xFFFF_FFFFL;
  private static final int MAX_U16 = 0xFFFF;

  private KeysDump() {}

  static Map<String, Object> of(ByteSource source) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(KeySegmentLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    if (source.length() >= KeySegmentLayout.LENGTH) {
      source.readFully(0, head);
    }
    ByteBuffer uuid =
        head.duplicate().order(ByteOrder.BIG_ENDIAN).position(KeySegmentLayout.DATASET_UUID_OFFSET);
    UUID dataset = new UUID(uuid.getLong(), uuid.getLong());
    KeySegment segment = segment(head);
    List<Object> entries = new ArrayList<>();
    new KeySegmentFile(source, segment)
        .check(dataset, (entry, origin) -> entries.add(entry(entry, segment)));
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("container", "keys");
    dump.put("entry_length", segment.entryLength());
    dump.put("page_count", segment.pageCount());
    dump.put("entry_count", segment.entryCount());
    dump.put("dataset_uuid", dataset.toString().replace("-", ""));
    dump.put("generation", head.getLong(KeySegmentLayout.GENERATION_OFFSET));
    dump.put("number", head.getInt(KeySegmentLayout.NUMBER_OFFSET) & MAX_U32);
    dump.put("segment_crc32c", Integer.toUnsignedLong(segment.segmentCrc32c()));
    dump.put("entries", entries);
    return dump;
  }

  /** What a manifest would say; of a head that no manifest can list, anything: it is refused. */
  private static KeySegment segment(ByteBuffer head) {
    try {
      return new KeySegment(
          "segment",
          head.getInt(KeySegmentLayout.PAGE_COUNT_OFFSET) & MAX_U32,
          head.getShort(KeySegmentLayout.ENTRY_LENGTH_OFFSET) & MAX_U16,
          head.getLong(KeySegmentLayout.ENTRY_COUNT_OFFSET),
          head.getInt(KeySegmentLayout.SEGMENT_CRC32C_OFFSET));
    } catch (InvalidFieldException e) {
      return new KeySegment("segment", 1, KeySegment.SHORT_ENTRY, 0, 0);
    }
  }

  private static List<Object> entry(KeyEntry entry, KeySegment segment) {
    List<Object> numbers = new ArrayList<>();
    numbers.add(new BigInteger(Long.toUnsignedString(entry.hash())));
    numbers.add(entry.shardNumber());
    numbers.add(entry.ordinal());
    if (segment.entryLength() == KeySegment.LONG_ENTRY) {
      numbers.add(entry.place().storedOffset());
      numbers.add(entry.place().storedLength());
      numbers.add(entry.place().recordOffset());
    }
    return numbers;
  }
}
