package io.pcr.format.internal.sort;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary file of an {@link ExternalSorter}, read from its first record to its last. */
final class SortedRun implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final DataInputStream in;
  private final int place;
  private SortedRecord head;

  /**
   * A run, at its first record.
   *
   * @param place among the runs: earlier runs hold earlier records
   */
  SortedRun(Path file, int place) throws IOException {
    this.in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
    this.place = place;
    try {
      advance();
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** The record that is next; null after the last. */
  SortedRecord head() {
    return head;
  }

  void advance() throws IOException {
    int keyLength;
    try {
      keyLength = in.readInt();
    } catch (EOFException end) {
      head = null;
      return;
    }
    int valueLength = in.readInt();
    head = new SortedRecord(in.readNBytes(keyLength), in.readNBytes(valueLength));
  }

  /** By the next record, equal keys in the order in which they came. */
  static int compare(SortedRun left, SortedRun right) {
    int order = left.head.compareKey(right.head);
    return order != 0 ? order : Integer.compare(left.place, right.place);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
