package io.pcr.writer.encode;

import io.pcr.format.metadata.SampleEntry;
import io.pcr.format.restore.RestoreRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/**
 * A sample as it will be stored. Nothing in it changes any more.
 *
 * @param entry what the metadata says of it
 * @param body its slices, one after the other
 * @param columnValues as in its source
 * @param restore how its file can be had again
 * @param notes what its maker should know of it
 */
public record EncodedSample(
    SampleEntry entry,
    ByteBuffer body,
    List<Object> columnValues,
    RestoreRecord restore,
    Set<SampleNote> notes) {
  public EncodedSample {
    notes = Set.copyOf(notes);
  }

  /** About how many bytes it takes in a shard, and in memory until then. */
  public long bytes() {
    long columns = 0;
    for (Object value : columnValues) {
      columns += value instanceof byte[] bytes ? bytes.length : Long.BYTES;
    }
    return body.remaining() + columns + restore.bytes().remaining();
  }
}
