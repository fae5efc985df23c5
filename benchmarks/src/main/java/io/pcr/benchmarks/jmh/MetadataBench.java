package io.pcr.benchmarks.jmh;

import com.github.luben.zstd.Zstd;
import io.pcr.format.Limits;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Head and metadata of a shard of 1,024 samples, decoded with every check, and encoded; the limit
 * is the decompression alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MetadataBench {
  private ByteBuffer prefix;
  private byte[] frame;
  private ShardMetadata metadata;

  /** Reads the bytes. */
  @Setup
  public void read(BenchShard shard) throws IOException {
    try (ByteSource source = FileByteSource.open(shard.file())) {
      ShardFile file = ShardFile.open(source, Limits.DEFAULT);
      Region region = file.regions().metadata();
      prefix = ByteBuffer.allocate(Math.toIntExact(region.end()));
      source.readFully(0, prefix);
      prefix.flip();
      frame = new byte[Math.toIntExact(region.length())];
      prefix.get(Math.toIntExact(region.offset()), frame);
      metadata = file.metadata();
    }
  }

  @Benchmark
  public ShardFile decode() throws IOException {
    return ShardFile.decode(prefix.duplicate(), "bench", Limits.DEFAULT);
  }

  @Benchmark
  public byte[] encode() {
    return metadata.encode();
  }

  @Benchmark
  public byte[] limitDecompress() {
    return Zstd.decompress(frame, Math.toIntExact(Zstd.getFrameContentSize(frame)));
  }
}
