package io.pcr.format.internal.keys;

import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.source.MemoryByteSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/** A key segment in memory. */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record SegmentFixture(byte[] file, KeySegment segment) {
  static final UUID DATASET = new UUID(0x0011_2233_4455_6677L, 0x8899_AABB_CCDD_EEFFL);

  private static final int SMALL_BUFFER = 3000;

  static SegmentFixture of(List<KeyEntry> entries) throws IOException {
    return of(entries, SMALL_BUFFER);
  }

  static SegmentFixture of(List<KeyEntry> entries, int bufferBytes) throws IOException {
    Path scratch = Files.createTempDirectory("keys");
    try (KeyEntries sorter = new KeyEntries(scratch, bufferBytes)) {
      for (KeyEntry entry : entries) {
        sorter.add(entry);
      }
      return of(sorter);
    } finally {
      Files.delete(scratch);
    }
  }

  static SegmentFixture of(KeyEntries entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    KeySegment segment =
        KeySegmentWriter.write(
            entries,
            DATASET,
            7,
            3,
            () -> {
              out.reset();
              return Channels.newChannel(out);
            });
    return new SegmentFixture(out.toByteArray(), segment);
  }

  /** Other bytes in the same place. */
  SegmentFixture with(byte[] otherFile) {
    return new SegmentFixture(otherFile, segment);
  }

  SegmentFixture with(int at, int... bytes) {
    byte[] changed = file.clone();
    for (int i = 0; i < bytes.length; i++) {
      changed[at + i] = (byte) bytes[i];
    }
    return with(changed);
  }

  /** The head's checksum put right, and the manifest's with it. */
  SegmentFixture withHeadSealed() {
    byte[] sealed = file.clone();
    CRC32C crc = new CRC32C();
    crc.update(sealed, 0, 60);
    int value = (int) crc.getValue();
    ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN).putInt(60, value);
    return new SegmentFixture(sealed, segment);
  }

  /** A page's checksum put right. */
  SegmentFixture withPageSealed(int page) {
    byte[] sealed = file.clone();
    int at = 64 + 16_384 * page;
    CRC32C crc = new CRC32C();
    crc.update(sealed, at + 4, 16_380);
    ByteBuffer.wrap(sealed).order(ByteOrder.LITTLE_ENDIAN).putInt(at, (int) crc.getValue());
    return new SegmentFixture(sealed, segment);
  }

  KeySegmentFile open() {
    return new KeySegmentFile(new MemoryByteSource(segment.name(), ByteBuffer.wrap(file)), segment);
  }

  /** All entries, after all checks. */
  List<KeyEntry> entries() throws IOException {
    List<KeyEntry> found = new ArrayList<>();
    open().check(DATASET, (entry, origin) -> found.add(entry));
    return found;
  }

  /** What is wrong with the whole file; fails when nothing is. */
  PcrException refusal() throws IOException {
    try {
      open().check(DATASET, (entry, origin) -> {});
    } catch (PcrException e) {
      return e;
    }
    throw new AssertionError("accepted");
  }
}
