package io.pcr.writer.internal.tfrecord;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardSamples;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** TFRecord files as shards. */
public final class TfRecordShardFormat implements ShardFormat {
  private final ShardSpec run;
  private final TfRecordWriteOptions options;

  private TfRecordShardFormat(ShardSpec run, TfRecordWriteOptions options) {
    this.run = run;
    this.options = options;
  }

  /**
   * The format of a run's shards.
   *
   * @throws RunRejectedException when they cannot be what the run wants of them
   */
  public static TfRecordShardFormat of(TfRecordVariant variant, ShardSpec run)
      throws RunRejectedException {
    requireFilesAsTheyAre(run.encode());
    Set<String> taken = new HashSet<>();
    for (ColumnSpec column : run.columns()) {
      if (column.type() == ColumnType.FLOAT64) {
        taken.add(column.name() + ColumnFeatures.FLOAT64_SUFFIX);
      }
    }
    for (ColumnSpec column : run.columns()) {
      if (FeatureNames.DEFAULT.isTaken(column.name()) || taken.contains(column.name())) {
        throw new RunRejectedException(
            "a column cannot be named "
                + column.name()
                + " in TFRecord shards: that feature has another use");
      }
    }
    return new TfRecordShardFormat(run, TfRecordWriteOptions.parse(variant.compression()));
  }

  private static void requireFilesAsTheyAre(EncodeSettings settings) throws RunRejectedException {
    if (settings.quality().isPresent() || settings.nonJpeg() == NonJpegPolicy.ENCODE) {
      throw new RunRejectedException(
          "TFRecord shards hold image files as they are: they cannot be encoded again");
    }
  }

  @Override
  public String suffix() {
    return options.compression().suffix();
  }

  @Override
  public SampleEncoder newEncoder() {
    return new ExampleSampleEncoder(run);
  }

  @Override
  public ShardEntry write(String name, ShardSamples samples, WritableByteChannel channel)
      throws IOException {
    DigestingChannel digested = new DigestingChannel(channel, Sha256.newDigest());
    try (TfRecordWriter writer = new TfRecordWriter(digested, options)) {
      for (int sample = 0; sample < samples.count(); sample++) {
        writer.write(samples.body(sample));
      }
      writer.finish();
      long sourceBytes =
          samples.list().stream().mapToLong(sample -> sample.entry().source().length()).sum();
      return entry(
          name, digested.sha256().toUuid(), writer.fileLength(), samples.count(), sourceBytes);
    }
  }

  @Override
  public void check(ShardEntry entry, ByteSource written, ShardSamples samples) throws IOException {
    if (written.length() != entry.totalLength()) {
      throw new IOException(
          entry.name() + " has " + written.length() + " bytes of " + entry.totalLength());
    }
    TfRecordReadOptions reading = TfRecordReadOptions.DEFAULT.withLimits(run.encode().limits());
    try (TfRecordReader records =
        TfRecordFile.known(written, options.compression(), reading).records()) {
      for (int sample = 0; sample < samples.count(); sample++) {
        if (!records.next().map(TfRecord::data).equals(Optional.of(samples.body(sample)))) {
          throw different(samples.list().get(sample));
        }
      }
      if (records.next().isPresent()) {
        throw new IOException("more records read back than were written");
      }
    }
  }

  private static IOException different(EncodedSample sample) {
    return new IOException(
        "the record of "
            + sample.entry().key()
            + " was read back with a different content; the shard is not kept");
  }

  /** The file is taken at its length: its bytes were on the medium before its name was. */
  @Override
  public Optional<ShardEntry> find(FinishedShard noted, Path file) throws IOException {
    try {
      return Files.size(file) == noted.totalLength()
          ? Optional.of(
              entry(
                  noted.name(),
                  noted.shardUuid(),
                  noted.totalLength(),
                  noted.sampleCount(),
                  noted.sourceBytes()))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private ShardEntry entry(String name, UUID uuid, long length, int samples, long sourceBytes) {
    return TfRecordShard.entry(name, options.compression(), uuid, length, samples, sourceBytes);
  }

  /** Digests what it passes on. */
  private record DigestingChannel(WritableByteChannel target, MessageDigest digest)
      implements WritableByteChannel {
    @Override
    public int write(ByteBuffer bytes) throws IOException {
      ByteBuffer seen = bytes.duplicate();
      int written = target.write(bytes);
      digest.update(seen.limit(bytes.position()));
      return written;
    }

    /** The digest of all that was written; asked for once. */
    Sha256 sha256() {
      return Sha256.read(ByteBuffer.wrap(digest.digest()));
    }

    @Override
    public boolean isOpen() {
      return target.isOpen();
    }

    @Override
    public void close() {
      // The target is closed by whoever opened it.
    }
  }
}
