package io.pcr.writer.internal.shard;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.journal.FinishedShard;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the shards of one run are made: what a sample becomes, and what many of them become together.
 * The same samples give the same bytes. Immutable and thread-safe.
 */
public interface ShardFormat {
  /** The end of a shard's name, with its dot. */
  String suffix();

  /** An encoder for one thread, which the caller closes. */
  SampleEncoder newEncoder();

  /**
   * About how many bytes an input takes in memory until it is in a shard, as a file and encoded.
   *
   * @param sourceBytes of its file
   * @param place as for {@link SampleEncoder#encode}
   */
  default long bytesUnderWay(long sourceBytes, long place) {
    return sourceBytes;
  }

  /**
   * Writes a shard from its first byte to its last.
   *
   * @param name of the shard in the dataset
   * @param samples from encoders of this format
   * @return what the manifest says of it
   */
  ShardEntry write(String name, ShardSamples samples, WritableByteChannel channel)
      throws IOException;

  /**
   * Reads a shard that was just written, as readers do, and compares it with what went into it: it
   * gets its name only then.
   *
   * @param entry what the manifest will say of it
   * @param written the whole shard
   * @throws IOException when a sample does not come back as it was given, or the shard is not what
   *     its entry says
   */
  void check(ShardEntry entry, ByteSource written, ShardSamples samples) throws IOException;

  /**
   * What the manifest says of a shard that a run has noted; empty when the file is not that shard
   * as far as its length and its head tell, or not there.
   */
  Optional<ShardEntry> find(FinishedShard noted, Path file) throws IOException;
}
