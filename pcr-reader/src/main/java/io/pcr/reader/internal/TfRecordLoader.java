package io.pcr.reader.internal;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.source.SourceReads;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import io.pcr.reader.OnDamage;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordListener;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.TfRecordShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads all records of a shard into one buffer, each proved by its checksums. For one read. */
final class TfRecordLoader {
  private static final int FIRST_ROOM = 1 << 20;

  private final OpenShard open;
  private final ByteSource source;
  private final ShardEntry entry;
  private final ReaderContext context;

  TfRecordLoader(OpenShard open, ShardEntry entry, ReaderContext context) {
    this.open = open;
    this.source = open.source();
    this.entry = entry;
    this.context = context;
  }

  LoadedRecords load(TfRecordReadOptions options) throws IOException {
    requireSampleCount();
    LoadedRecords loaded = open.proved(from -> readAll(from, options));
    Optional<Healing> healing = source.healing();
    if (loaded.isDamaged() && healing.isPresent()) {
      return mended(loaded, healing.get(), options);
    }
    return loaded;
  }

  /** The manifest's number is believed only as far as the limits allow. */
  private void requireSampleCount() throws PcrException.LimitExceeded {
    long needed = (long) entry.sampleCount() * LoadedRecords.SLOT_BYTES;
    long limit = context.options().limits().metadataBytes();
    if (needed > limit) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("ShardEntry.sample_count", 0, source.toString()),
          Limit.METADATA_BYTES,
          needed,
          limit);
    }
  }

  /** What is cached is dropped only when the origin proves it wrong. */
  private LoadedRecords mended(LoadedRecords loaded, Healing healing, TfRecordReadOptions options)
      throws IOException {
    LoadedRecords worse = loaded;
    LoadedRecords better = loaded;
    try {
      LoadedRecords right = readAll(healing.origin(), options);
      if (right.isDamaged()) {
        worse = right;
      } else {
        better = right;
        healing.discard();
      }
      return better;
    } finally {
      context.buffers().giveBack(worse.buffer());
    }
  }

  private LoadedRecords readAll(ByteSource from, TfRecordReadOptions options) throws IOException {
    ByteBuffer room = context.buffers().take(firstRoom(from), location());
    Filling filling = new Filling(room, from.length());
    LoadedRecords loaded = null;
    try (TfRecordReader reader = TfRecordShard.open(from, entry, options).records()) {
      loaded = filling.fill(reader);
      return loaded;
    } finally {
      if (loaded == null) {
        context.buffers().giveBack(filling.buffer);
      }
    }
  }

  /**
   * Without compression a file has room for its records; else what they take is not known.
   *
   * @throws PcrException when the file is longer than the manifest says, or cut, and damage fails
   */
  private int firstRoom(ByteSource from) throws IOException {
    long found = from.length();
    if (context.options().onDamage() == OnDamage.FAIL) {
      requireLength(from, found);
    }
    long used = Math.max(1, Math.min(found, entry.totalLength()));
    int length = Prefix.checkedLength(used, source, context.options().limits());
    return entry.compression().equals(Compression.NONE) ? length : Math.max(FIRST_ROOM, length);
  }

  private void requireLength(ByteSource from, long found) throws PcrException {
    if (found > entry.totalLength()) {
      throw otherLength(found);
    }
    if (found < entry.totalLength()) {
      throw SourceReads.truncated(from, 0, entry.totalLength(), found);
    }
  }

  private PcrException.Corrupt otherLength(long found) {
    return new PcrException.Corrupt(ErrorCode.MALFORMED, location(), entry.totalLength(), found);
  }

  private FieldLocation location() {
    return new FieldLocation("ShardEntry.total_length", 0, source.toString());
  }

  /** A buffer on its way to holding all records. */
  private final class Filling implements TfRecordListener {
    private final List<LoadedRecords.Slot> slots = new ArrayList<>();
    private final long found;
    private ByteBuffer buffer;

    /**
     * @param found length of the file
     */
    Filling(ByteBuffer buffer, long found) {
      this.buffer = buffer;
      this.found = found;
    }

    LoadedRecords fill(TfRecordReader reader) throws IOException {
      if (!isBehindTheLast()) {
        reader.forEach(this);
      }
      Optional<PcrException> tail =
          isBehindTheLast() ? Optional.of(otherLength(found)) : reader.lostTail();
      Optional<PcrException> missing = missing(tail);
      return new LoadedRecords(
          reader.toString(), buffer, slots, missing, missing.isPresent() ? Optional.empty() : tail);
    }

    /** What a file has more than the manifest says is not looked at. */
    private boolean isBehindTheLast() {
      return found > entry.totalLength() && slots.size() == entry.sampleCount();
    }

    @Override
    public boolean record(TfRecord record) throws PcrException {
      int length = record.data().remaining();
      if (buffer.remaining() < length) {
        grow(length);
      }
      int start = buffer.position();
      buffer.put(record.data().duplicate());
      addSlot(new LoadedRecords.Sound(record.origin().offset(), start, length));
      return !isBehindTheLast();
    }

    @Override
    public boolean damaged(long number, PcrException.Corrupt damage) throws PcrException {
      addSlot(new LoadedRecords.Damaged(damage));
      return !isBehindTheLast();
    }

    /** {@link #fill} looks at what was lost. */
    @Override
    public void lost(long number, PcrException.Corrupt damage) {}

    private void grow(int length) throws PcrException.LimitExceeded {
      long limit = context.options().limits().prefixBytes();
      long needed = (long) buffer.position() + length;
      long wanted = needed > limit ? needed : Math.min(limit, 2 * needed);
      int capacity = Prefix.checkedLength(wanted, source, context.options().limits());
      ByteBuffer larger = context.buffers().take(capacity, location());
      larger.put(buffer.flip());
      context.buffers().giveBack(buffer);
      buffer = larger;
    }

    private void addSlot(LoadedRecords.Slot slot) throws PcrException.Corrupt {
      if (slots.size() == entry.sampleCount()) {
        throw countMismatch("more");
      }
      slots.add(slot);
    }

    /** Why samples did not come; what follows the last one may be passed over. */
    private Optional<PcrException> missing(Optional<PcrException> lostTail) throws PcrException {
      if (slots.size() < entry.sampleCount()) {
        return Optional.of(lostTail.orElseGet(() -> countMismatch(slots.size())));
      }
      if (lostTail.isPresent() && context.options().onDamage() == OnDamage.FAIL) {
        throw lostTail.get();
      }
      return Optional.empty();
    }

    private PcrException.Corrupt countMismatch(Object found) {
      return new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          new FieldLocation("ShardEntry.sample_count", 0, source.toString()),
          entry.sampleCount(),
          found);
    }
  }
}
