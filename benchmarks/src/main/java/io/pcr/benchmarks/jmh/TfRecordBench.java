package io.pcr.benchmarks.jmh;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Writing and reading 100 records of one JPEG each, by compression; the limit is writing and
 * reading the file's bytes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class TfRecordBench {
  @Param({"none", "gzip:6", "zlib:6:rle", "zlib:6:huffman_only", "zlib:6:fixed", "zstd:3"})
  private String compression;

  private List<ByteBuffer> images;
  private Path read;
  private Path written;
  private ByteBuffer bytes;

  /** Writes the file that is read. */
  @Setup
  public void write() throws IOException {
    images = BenchImages.jpegs();
    read = Files.createTempFile("pcr-jmh", ".tfrecord");
    written = Files.createTempFile("pcr-jmh", ".tfrecord");
    write(read);
    bytes = ByteBuffer.allocateDirect(Math.toIntExact(Files.size(read)));
  }

  @TearDown
  public void remove() throws IOException {
    Files.delete(read);
    Files.delete(written);
  }

  private long write(Path file) throws IOException {
    try (FileChannel channel = truncated(file);
        TfRecordWriter writer =
            new TfRecordWriter(channel, TfRecordWriteOptions.parse(compression))) {
      for (ByteBuffer image : images) {
        writer.write(image.duplicate());
      }
      writer.finish();
      return writer.fileLength();
    }
  }

  private static FileChannel truncated(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  @Benchmark
  public long writeRecords() throws IOException {
    return write(written);
  }

  @Benchmark
  public long readRecords() throws IOException {
    long length = 0;
    try (ByteSource source = FileByteSource.open(read);
        TfRecordReader reader = TfRecordFile.open(source, TfRecordReadOptions.DEFAULT).records()) {
      for (var record = reader.next(); record.isPresent(); record = reader.next()) {
        length += record.get().data().remaining();
      }
    }
    return length;
  }

  @Benchmark
  public long limitWrite() throws IOException {
    try (FileChannel channel = truncated(written)) {
      return channel.write(bytes.clear());
    }
  }

  @Benchmark
  public long limitRead() throws IOException {
    try (FileChannel channel = FileChannel.open(this.read, StandardOpenOption.READ)) {
      bytes.clear();
      int read = 0;
      while (read >= 0 && bytes.hasRemaining()) {
        read = channel.read(bytes);
      }
      return bytes.position();
    }
  }
}
