package io.pcr.reader.internal;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.tfrecord.TfRecord;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.RecordPosition;
import io.pcr.format.tfrecord.RecordPlace;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** All records of a shard in one buffer. Thread-safe. */
final class LoadedRecords {
  /** A record, or why there is none. */
  sealed interface Slot {}

  /** A record whose data is in the buffer from {@code start} on. */
  record Sound(RecordPlace place, RecordPosition position, int start, int length) implements Slot {}

  /** A record that cannot be used. */
  record Damaged(PcrException damage) implements Slot {}

  private final ByteBuffer buffer;
  private final List<Slot> slots;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param slots one for each sample that the shard should have
   */
  LoadedRecords(ByteBuffer buffer, List<Slot> slots) {
    this.buffer = requireNonNull(buffer, "buffer");
    this.slots = List.copyOf(slots);
  }

  ByteBuffer buffer() {
    return buffer;
  }

  int count() {
    return slots.size();
  }

  boolean isDamaged() {
    return slots.stream().anyMatch(Damaged.class::isInstance);
  }

  /**
   * The record with this number.
   *
   * @throws PcrException when it cannot be used
   */
  TfRecord record(int number) throws PcrException {
    if (closed.get()) {
      throw new IllegalStateException("the reader is closed");
    }
    Slot slot = slots.get(number);
    if (slot instanceof Damaged damaged) {
      throw damaged.damage();
    }
    Sound sound = (Sound) slot;
    ByteBuffer data = buffer.slice(sound.start(), sound.length()).asReadOnlyBuffer();
    return new TfRecord(sound.place(), sound.position(), data);
  }

  /** True for the first call only. */
  boolean close() {
    return closed.compareAndSet(false, true);
  }
}
