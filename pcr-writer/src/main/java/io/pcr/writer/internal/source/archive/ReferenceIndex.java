package io.pcr.writer.internal.source.archive;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The index of the reference implementation: for each record, how long its metadata and each of its
 * groups are. An entry stands there once for each scan.
 *
 * <pre>
 * DatasetOffsetsIndex { repeated RecordOffsetsIndex record = 1 }
 * RecordOffsetsIndex  { string name = 1, repeated int32 offsets = 2 }
 * </pre>
 *
 * @param records sizes by the record's name, in the order of the index
 */
record ReferenceIndex(Map<String, List<Long>> records) {
  private static final int RECORD = 1;
  private static final int NAME = 1;
  private static final int SIZES = 2;

  /** A record has its metadata and up to a hundred groups; more is damage. */
  private static final int MAX_SIZES = 1024;

  /** Reads the whole index. */
  static ReferenceIndex read(ByteSource source, Limits limits) throws IOException {
    if (source.length() > limits.metadataBytes()) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("DatasetOffsetsIndex", 0, source.toString()),
          Limit.METADATA_BYTES,
          source.length(),
          limits.metadataBytes());
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) source.length());
    source.readFully(0, bytes);
    Map<String, List<Long>> records = new LinkedHashMap<>();
    new ReferenceMessage("DatasetOffsetsIndex", bytes.flip(), 0, source.toString())
        .forEach(
            new ReferenceMessage.FieldConsumer() {
              @Override
              public void number(int field, long value) {}

              @Override
              public void bytes(int field, int position, ByteBuffer value) throws IOException {
                if (field == RECORD) {
                  add(records, value, position, source.toString());
                }
              }
            });
    return new ReferenceIndex(records);
  }

  private static void add(
      Map<String, List<Long>> records, ByteBuffer message, long offset, String source)
      throws IOException {
    FieldLocation location = new FieldLocation("RecordOffsetsIndex", offset, source);
    StringBuilder name = new StringBuilder();
    List<Long> sizes = new ArrayList<>();
    new ReferenceMessage("RecordOffsetsIndex", message, offset, source)
        .forEach(
            new ReferenceMessage.FieldConsumer() {
              @Override
              public void number(int field, long value) throws IOException {
                if (field == SIZES) {
                  addSize(sizes, value, location);
                }
              }

              @Override
              public void bytes(int field, int position, ByteBuffer value) throws IOException {
                if (field == NAME) {
                  name.setLength(0);
                  name.append(StandardCharsets.UTF_8.decode(value));
                } else if (field == SIZES) {
                  ReferenceMessage.forEachPacked(value, size -> addSize(sizes, size, location));
                }
              }
            });
    List<Long> known = records.putIfAbsent(requireName(name.toString(), location), sizes);
    if (known != null && !known.equals(sizes)) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED, location, name + " with " + sizes, "with " + known + " as before");
    }
  }

  private static void addSize(List<Long> sizes, long size, FieldLocation location)
      throws PcrException.Corrupt {
    if (size < 0 || sizes.size() == MAX_SIZES) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          location,
          "size " + size + " behind " + sizes.size() + " others",
          "at most " + MAX_SIZES + ", none negative");
    }
    sizes.add(size);
  }

  /** A record's name becomes a path, so it must not lead anywhere else. */
  private static String requireName(String name, FieldLocation location)
      throws PcrException.Corrupt {
    boolean isPlain = !name.isEmpty() && !name.startsWith(".") && !name.contains("/");
    if (!isPlain || name.indexOf('\0') >= 0) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED, location, "name '" + name + "'", "a plain file name");
    }
    return name;
  }
}
