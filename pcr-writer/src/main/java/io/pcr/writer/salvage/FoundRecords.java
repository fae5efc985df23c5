package io.pcr.writer.salvage;

import io.pcr.format.internal.index.RecordPosition;
import io.pcr.reader.internal.stored.KeySpace;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** What was found in one of the files that are, or may be, a TFRecord shard. For one thread. */
final class FoundRecords implements RecordWalk.Listener {
  /** Tells whether an index has a sample at the place where it was found. */
  interface Expected {
    boolean isAt(int number, String key, RecordPosition position) throws IOException;
  }

  /**
   * An intact record.
   *
   * @param print stands for its bytes
   * @param keyHash stands for its key
   */
  record Intact(RecordPosition position, long print, long keyHash) {}

  private final Path file;
  private final FirstLook survey;
  private final Expected expected;
  private final SortedMap<Integer, Intact> intact = new TreeMap<>();
  private final SortedMap<Integer, Loss.Cause> lost = new TreeMap<>();
  private int end = Integer.MAX_VALUE;
  private Loss.Cause endCause;
  private boolean isExpected = true;
  private long sourceBytes;

  FoundRecords(Path file, FirstLook survey, Expected expected) {
    this.file = file;
    this.survey = survey;
    this.expected = expected;
  }

  @Override
  public void sound(int number, TfRecord record, ImageExample sample) throws IOException {
    String key = sample.key().orElseThrow();
    long print = KeySpace.hash(record.data().duplicate());
    long keyHash = KeySpace.hash(StandardCharsets.UTF_8.encode(key));
    sourceBytes += sample.encoded().remaining();
    intact.put(number, new Intact(record.position(), print, keyHash));
    isExpected = isExpected && expected.isAt(number, key, record.position());
    survey.add(sample);
  }

  @Override
  public void lost(int number, Loss.Cause cause) {
    lost.put(number, cause);
  }

  @Override
  public void lostFrom(int number, Loss.Cause cause) {
    end = number;
    endCause = cause;
  }

  Path file() {
    return file;
  }

  SortedMap<Integer, Intact> intact() {
    return intact;
  }

  boolean isDamaged() {
    return !lost.isEmpty() || endCause != null;
  }

  /**
   * The first number from which on nothing is known; {@link Integer#MAX_VALUE} if there is none.
   */
  int end() {
    return end;
  }

  /** The number behind the last record that is in the file, damaged or not. */
  /** Of the images of the intact records. */
  long sourceBytes() {
    return sourceBytes;
  }

  int count() {
    int last = intact.isEmpty() ? 0 : intact.lastKey() + 1;
    return lost.isEmpty() ? last : Math.max(last, lost.lastKey() + 1);
  }

  /** Why a record is not intact here; null where nothing says so. */
  Loss.Cause why(int number) {
    return lost.getOrDefault(number, endCause);
  }

  /** Whether an index has all of its records where they are. */
  boolean isExpected() {
    return isExpected && !intact.isEmpty();
  }

  /**
   * Whether the two files are the same shard: records at the same places are the same, and at least
   * one is, or an index has all records of this file where they are.
   */
  boolean isSameAs(FoundRecords other) {
    boolean isAny = isExpected();
    for (var record : intact.entrySet()) {
      Intact there = other.intact.get(record.getKey());
      if (there != null && !there.equals(record.getValue())) {
        return false;
      }
      isAny = isAny || there != null;
    }
    return isAny;
  }
}
