package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.framing.TfRecordLayout.HEADER_LENGTH;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.OVERHEAD;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.tfrecord.internal.compression.BlockSink;
import io.pcr.tfrecord.internal.compression.DecodeStart;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.ExampleEncoder;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes records to a channel that others own, from where it stands. The same records and options
 * give the same bytes. Not thread-safe. Whoever made it closes it; only {@link #finish} makes the
 * file whole.
 */
public final class TfRecordWriter implements Closeable {
  /**
   * How much is gathered before it is written; without compression always exactly this, as the
   * system takes whole pages in large pieces fastest. Of ZSTD this is a frame, which a reader of
   * one record decodes up to that record: larger frames compress better, smaller ones are quicker
   * to read from.
   */
  static final int BLOCK_BYTES = 1 << 20;

  private final BlockSink sink;
  private final TfRecordCompression compression;
  private final ByteBuffer frame = ByteBuffer.allocate(HEADER_LENGTH);
  private final CRC32C crc = new CRC32C();
  private ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
  private long decodedBeforeBlock;
  private long recordCount;
  private boolean isFinished;
  private boolean isClosed;

  public TfRecordWriter(WritableByteChannel channel, TfRecordWriteOptions options) {
    this.compression = options.compression();
    this.sink = options.compression().sink(channel, options.level(), options.strategy());
  }

  /**
   * Writes the remaining bytes as one record; the buffer's position does not move.
   *
   * @return where it will be in the file
   */
  public RecordPosition write(ByteBuffer data) throws IOException {
    return write(data.remaining(), List.of(data));
  }

  /** Writes an example as one record; returns where it will be in the file. */
  public RecordPosition write(Example example) throws IOException {
    ExampleEncoder encoder = example.encoder();
    return write(encoder.encodedLength(), encoder.parts());
  }

  private RecordPosition write(int length, List<ByteBuffer> parts) throws IOException {
    checkOpen();
    int recordLength = Math.addExact(length, OVERHEAD);
    if (!compression.isPlain()) {
      makeRoom(recordLength);
    }
    RecordPosition position = position(recordLength);
    RecordFraming.putHeader(frame.clear(), length);
    put(frame.flip());
    crc.reset();
    for (ByteBuffer part : parts) {
      put(part);
    }
    RecordFraming.putFooter(frame.clear(), (int) crc.getValue());
    put(frame.flip());
    recordCount++;
    return position;
  }

  /** Where a record will be that begins at the block's position. */
  private RecordPosition position(int recordLength) {
    long decoded = decodedBeforeBlock + block.position();
    DecodeStart start = sink.startFor(decoded);
    return new RecordPosition(start.filePosition(), decoded - start.decodedOffset(), recordLength);
  }

  /**
   * Puts the remaining bytes, whose position stays, into the block and the next ones. They are
   * summed where they were put: those are in the processor's cache, and read-only ones that are not
   * direct would be copied for it.
   */
  private void put(ByteBuffer bytes) throws IOException {
    int from = bytes.position();
    while (from < bytes.limit()) {
      if (!block.hasRemaining()) {
        flush();
      }
      int count = Math.min(block.remaining(), bytes.limit() - from);
      ByteBuffer copy = block.slice(block.position(), count).put(0, bytes, from, count);
      crc.update(copy);
      block.position(block.position() + count);
      from += count;
    }
  }

  /** Sees to it that the record is whole in one block. */
  private void makeRoom(int recordLength) throws IOException {
    if (block.position() > 0 && recordLength > BLOCK_BYTES - block.position()) {
      flush();
    }
    if (recordLength > block.capacity()) {
      block = ByteBuffer.allocateDirect(recordLength);
    }
  }

  private void flush() throws IOException {
    block.flip();
    decodedBeforeBlock += block.limit();
    sink.write(block);
    block.clear();
  }

  /** Writes what is still held back, once; after that the channel holds the whole file. */
  public void finish() throws IOException {
    checkOpen();
    if (block.position() > 0) {
      flush();
    }
    sink.finish();
    isFinished = true;
  }

  private void checkOpen() throws IOException {
    if (isClosed) {
      throw new AlreadyClosedException("the writer");
    }
    if (isFinished) {
      throw new IOException("the file is finished");
    }
  }

  public long recordCount() {
    return recordCount;
  }

  /** Bytes written to the channel so far; once finished, the length of the file. */
  public long fileLength() {
    return sink.fileLength();
  }

  /** Frees what is native, writes nothing, and leaves the channel open. Idempotent. */
  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      sink.close();
    }
  }
}
