package io.pcr.reader.internal;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** All records of a shard in one buffer. Thread-safe. */
final class LoadedRecords {
  /** About what a record takes here beside its data. */
  static final int SLOT_BYTES = 64;

  /** A record, or why there is none. */
  sealed interface Slot {}

  /**
   * A record.
   *
   * @param offset in what the file decompresses to, for errors
   * @param start of its data in the buffer
   */
  record Sound(long offset, int start, int length) implements Slot {}

  /** A record that cannot be used. */
  record Damaged(PcrException damage) implements Slot {}

  private final String source;
  private final ByteBuffer buffer;
  private final List<Slot> slots;
  private final Optional<PcrException> missing;
  private final Optional<PcrException> tail;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param source the file's name, for errors
   * @param slots of the records that are there
   * @param missing why there are not as many as there should be; empty when there are
   * @param tail what is wrong behind the last one, when as many are there as there should be
   */
  LoadedRecords(
      String source,
      ByteBuffer buffer,
      List<Slot> slots,
      Optional<PcrException> missing,
      Optional<PcrException> tail) {
    this.source = requireNonNull(source, "source");
    this.buffer = requireNonNull(buffer, "buffer");
    this.slots = List.copyOf(slots);
    this.missing = requireNonNull(missing, "missing");
    this.tail = requireNonNull(tail, "tail");
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /** How many there are, damaged ones included; from there on they are missing. */
  int count() {
    return slots.size();
  }

  /** What is wrong behind the last one. */
  Optional<PcrException> tail() {
    return tail;
  }

  boolean isDamaged() {
    return missing.isPresent() || slots.stream().anyMatch(Damaged.class::isInstance);
  }

  /**
   * The sample of the record with this number.
   *
   * @throws PcrException when there is none
   */
  ImageExample sample(int number, Limits limits) throws PcrException {
    if (closed.get()) {
      throw new AlreadyClosedException("the reader");
    }
    if (number >= slots.size()) {
      throw missing.orElseThrow();
    }
    Slot slot = slots.get(number);
    if (slot instanceof Damaged damaged) {
      throw damaged.damage();
    }
    Sound sound = (Sound) slot;
    ByteBuffer data = buffer.slice(sound.start(), sound.length()).asReadOnlyBuffer();
    return TfRecordShard.sample(data, new RecordOrigin(source, number, sound.offset()), limits);
  }

  /** True for the first call only. */
  boolean close() {
    return closed.compareAndSet(false, true);
  }
}
