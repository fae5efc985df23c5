package io.pcr.writer.convert;

import io.pcr.format.Limits;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.writer.internal.source.SourceSample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The records of a compressed shard, of which none can be read without those before it: a digest of
 * each, so that the shard is read once however many inputs are looked for. Immutable.
 *
 * @param digests of key, label and image, in the order of the file
 */
record KnownRecords(List<UUID> digests) {
  /** Of a shard that cannot be read: nothing in it is known. */
  static final KnownRecords UNKNOWN = new KnownRecords(List.of());

  static KnownRecords read(ByteSource source, ShardEntry shard) throws IOException {
    List<UUID> digests = new ArrayList<>();
    new TfRecordWalk(source, shard, Limits.DEFAULT)
        .forEach(
            (number, record, sample) ->
                digests.add(digest(sample.key().orElseThrow(), sample.label(), sample.encoded())));
    return new KnownRecords(digests);
  }

  /** Whether a record holds this key, this label and these bytes. */
  boolean isSame(int ordinal, SourceSample input) {
    return ordinal < digests.size()
        && digests.get(ordinal).equals(digest(input.key(), input.label(), input.bytes()));
  }

  private static UUID digest(String key, OptionalLong label, ByteBuffer image) {
    MessageDigest digest = Sha256.newDigest();
    byte[] text = (key.length() + ":" + key + label).getBytes(StandardCharsets.UTF_8);
    digest.update(text);
    digest.update(image.duplicate());
    return Sha256.read(ByteBuffer.wrap(digest.digest())).toUuid();
  }
}
