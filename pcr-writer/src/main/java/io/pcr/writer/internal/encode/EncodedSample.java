package io.pcr.writer.internal.encode;

import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.restore.RestoreRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A sample in the form in which a shard stores it. Nobody changes it after it was created.
 *
 * @param entry the sample's entry in the metadata
 * @param body the sample's slices, one after the other
 * @param columnValues the values of the columns, as in the source
 * @param restore how to restore the original
 * @param sourceSha256 of the original, where a shard has a place for it
 * @param notes what the user should know about the way it is stored
 */
public record EncodedSample(
    SampleEntry entry,
    ByteBuffer body,
    List<Object> columnValues,
    RestoreRecord restore,
    Optional<Sha256> sourceSha256,
    Set<SampleNote> notes) {
  public EncodedSample {
    notes = Set.copyOf(notes);
  }

  /** This sample where its body is kept elsewhere. */
  public EncodedSample withoutBody() {
    return new EncodedSample(
        entry, ByteBuffer.allocate(0), columnValues, restore, sourceSha256, notes);
  }

  /** About how many bytes the sample takes in a shard, and in memory before it is written. */
  public long bytes() {
    long columns = 0;
    for (Object value : columnValues) {
      columns += value instanceof byte[] bytes ? bytes.length : Long.BYTES;
    }
    return body.remaining() + columns + restore.bytes().remaining();
  }
}
