package io.pcr.tfrecord.internal;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.example.FeatureNames.Role;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;

/** What makes a TFRecord file a shard of a dataset: an entry in a manifest, and keys. Stateless. */
public final class TfRecordShard {
  private static final int PIECE_BYTES = 1 << 20;

  private TfRecordShard() {}

  /**
   * A shard's file, compressed as the manifest says (R-TFRECORD-2).
   *
   * @throws PcrException.Unsupported when that compression is not known
   */
  public static TfRecordFile open(ByteSource source, ShardEntry shard, TfRecordReadOptions options)
      throws IOException {
    TfRecordCompression stated = options.compressions().of(shard.compression(), source.toString());
    return TfRecordFile.open(source, options.withCompression(stated));
  }

  /**
   * What a manifest would say of a file that none lists. All of it is read: its records are those
   * that can be found, and what is missing at its end does not show.
   *
   * @throws PcrException.NotPcr when it is no TFRecord file
   */
  public static ShardEntry alone(String name, ByteSource source, TfRecordReadOptions options)
      throws IOException {
    TfRecordFile file = TfRecordFile.open(source, options.withDamage(TfRecordDamage.FAIL));
    int count = count(file);
    // Nobody asks how many bytes of images it has.
    UUID identity = identity(source, read -> {});
    return entry(name, file.compression(), identity, source.length(), count, 0);
  }

  private static int count(TfRecordFile file) throws IOException {
    try (TfRecordReader reader = file.records()) {
      return Math.toIntExact(reader.forEach(new Uncritical()));
    }
  }

  /** Goes on over all damage. */
  private static final class Uncritical implements TfRecordListener {
    @Override
    public boolean record(TfRecord record) {
      return true;
    }

    @Override
    public boolean damaged(long number, PcrException.Corrupt damage) {
      return true;
    }

    @Override
    public void lost(long number, PcrException.Corrupt damage) {
      // What is missing at the end does not count.
    }
  }

  /**
   * What a manifest says of a shard, which it does not list yet.
   *
   * @param sourceBytes of all images
   */
  public static ShardEntry entry(
      String name,
      TfRecordCompression compression,
      UUID identity,
      long length,
      int samples,
      long sourceBytes) {
    return new ShardEntry(
        name,
        ShardEntry.UNLISTED,
        ShardVariant.TFRECORD,
        compression.kind(),
        identity,
        length,
        samples,
        0,
        List.of(),
        0,
        0,
        sourceBytes,
        samples);
  }

  /**
   * What identifies a file as a shard: the SHA-256 of its bytes, as they are.
   *
   * @param read is told of every stretch that was read, in bytes
   */
  public static UUID identity(ByteSource source, LongConsumer read) throws IOException {
    MessageDigest digest = Sha256.newDigest();
    long length = source.length();
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, length));
    for (long at = 0; at < length; at += piece.limit()) {
      piece.clear().limit((int) Math.min(PIECE_BYTES, length - at));
      source.readFully(at, piece);
      digest.update(piece.flip());
      read.accept(piece.limit());
    }
    return Sha256.read(ByteBuffer.wrap(digest.digest())).toUuid();
  }

  /**
   * The sample that a record holds; it has a key that shards may have. Its bytes are views of the
   * record's.
   *
   * @throws PcrException.Corrupt when it holds none
   */
  public static ImageExample sample(TfRecord record, Limits limits) throws PcrException {
    return sample(record.data(), record.origin(), limits);
  }

  /** As {@link #sample(TfRecord, Limits)}, of a record's data. */
  public static ImageExample sample(ByteBuffer data, RecordOrigin place, Limits limits)
      throws PcrException {
    Example example = Example.decode(data, place, limits);
    ImageExample sample = ImageExample.of(example, FeatureNames.DEFAULT, place);
    int length = sample.key().map(key -> key.getBytes(StandardCharsets.UTF_8).length).orElse(0);
    if (length == 0 || length > ShardMetadata.MAX_KEY_LENGTH) {
      String name = FeatureNames.DEFAULT.name(Role.FILENAME);
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          place.field("data[" + name + "]", TfRecordLayout.DATA_OFFSET),
          length == 0 ? "nothing" : length + " bytes",
          "the sample's key, 1 to " + ShardMetadata.MAX_KEY_LENGTH + " bytes");
    }
    return sample;
  }
}
