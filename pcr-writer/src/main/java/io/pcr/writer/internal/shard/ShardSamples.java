package io.pcr.writer.internal.shard;

import io.pcr.format.internal.commit.TemporaryFile;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.journal.RunRejectedException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The samples of one shard, as they are gathered. Pixels can take twenty times the bytes of the
 * files that they come from; so the bodies that do not fit into a stated memory wait in a file,
 * whose name no reader takes for a shard.
 *
 * <p>For one thread at a time. Whoever creates it closes it; that removes the file.
 */
public final class ShardSamples implements Closeable {
  /** Of bodies, in memory: more than the files of a shard of the default size have. */
  static final long MEMORY_BYTES = 160L << 20;

  /**
   * The most that samples may have as stored. Readers refuse to read more at once by default (limit
   * prefixBytes): the shard could be written, but not be read.
   */
  static final long MAX_BYTES = 1L << 30;

  private final Path folder;
  private final long memoryBytes;
  private final long maxBytes;
  private final List<EncodedSample> samples = new ArrayList<>();
  private final List<Long> places = new ArrayList<>();
  private Optional<TemporaryFile> file = Optional.empty();
  private long bytes;
  private long bytesInMemory;
  private long bytesInFile;

  /**
   * @param folder in which a file may be made
   */
  public ShardSamples(Path folder) {
    this(folder, MEMORY_BYTES, MAX_BYTES);
  }

  ShardSamples(Path folder, long memoryBytes, long maxBytes) {
    this.folder = folder;
    this.memoryBytes = memoryBytes;
    this.maxBytes = maxBytes;
  }

  /** Adds the next sample. */
  public void add(EncodedSample sample) throws IOException {
    int length = sample.body().remaining();
    bytes += length;
    if (bytes > maxBytes) {
      throw new RunRejectedException(
          String.format(
              Locale.ROOT,
              "a shard would store %d bytes or more with %s; readers read at most %d at once by"
                  + " default: use smaller shards (--shard-size, --shard-samples)",
              bytes,
              sample.entry().key(),
              maxBytes));
    }
    if (bytesInMemory + length <= memoryBytes) {
      bytesInMemory += length;
      samples.add(sample);
      places.add(-1L);
      return;
    }
    if (file.isEmpty()) {
      file = Optional.of(TemporaryFile.create(folder.toAbsolutePath(), ".gathered.", ".pcr-tmp"));
    }
    ByteBuffer body = sample.body().duplicate();
    FileChannel channel = file.get().channel();
    for (long at = bytesInFile; body.hasRemaining(); ) {
      at += channel.write(body, at);
    }
    samples.add(sample.withoutBody());
    places.add(bytesInFile);
    bytesInFile += length;
  }

  /** How many there are. */
  public int count() {
    return samples.size();
  }

  /** All but their bodies, which are {@link #body}. */
  public List<EncodedSample> list() {
    return samples;
  }

  /** Part of a sample's body; not to be written to. */
  public ByteBuffer body(int sample, int start, int length) throws IOException {
    long place = places.get(sample);
    if (place < 0) {
      return samples.get(sample).body().slice(start, length);
    }
    ByteBuffer part = ByteBuffer.allocate(length);
    FileChannel channel = file.orElseThrow().channel();
    while (part.hasRemaining()) {
      if (channel.read(part, place + start + part.position()) < 0) {
        throw new EOFException(file.orElseThrow().path() + " was cut short");
      }
    }
    return part.flip();
  }

  /** A sample's whole body; not to be written to. */
  public ByteBuffer body(int sample) throws IOException {
    long place = places.get(sample);
    if (place < 0) {
      return samples.get(sample).body().duplicate();
    }
    long end = bytesInFile;
    for (int next = sample + 1; next < places.size(); next++) {
      if (places.get(next) >= 0) {
        end = places.get(next);
        break;
      }
    }
    return body(sample, 0, Math.toIntExact(end - place));
  }

  /** How many bytes of bodies are in the file. */
  long bytesInFile() {
    return bytesInFile;
  }

  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      file.get().close();
    }
  }
}
