package io.pcr.format.index;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A scratch file of {@link RecordSorter}, read from its first record to its last. Ordered by the
 * current key.
 */
final class SortedRun implements Comparable<SortedRun>, Closeable {
  private static final int STREAM_BUFFER = 1 << 16;

  private final DataInputStream in;
  private final int number;
  private final int payloadLength;
  private byte[] key = {};
  private byte[] payload = {};

  SortedRun(Path file, int number, int payloadLength) throws IOException {
    this.in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), STREAM_BUFFER));
    this.number = number;
    this.payloadLength = payloadLength;
  }

  /** Moves to the next record; false when there is none. */
  boolean next() throws IOException {
    int length;
    try {
      length = in.readUnsignedShort();
    } catch (EOFException end) {
      return false;
    }
    key = in.readNBytes(length);
    payload = in.readNBytes(payloadLength);
    return true;
  }

  byte[] key() {
    return key;
  }

  byte[] payload() {
    return payload;
  }

  /** Earlier runs hold earlier records, so equal keys keep their order. */
  @Override
  public int compareTo(SortedRun other) {
    int order = Arrays.compareUnsigned(key, other.key);
    return order != 0 ? order : Integer.compare(number, other.number);
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
