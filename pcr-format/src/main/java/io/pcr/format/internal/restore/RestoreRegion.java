package io.pcr.format.internal.restore;

import static io.pcr.format.internal.restore.RestoreRegionLayout.DIRECTORY_LENGTH_OFFSET;
import static io.pcr.format.internal.restore.RestoreRegionLayout.DIRECTORY_OFFSET;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The RESTORE region of a shard (spec section "Restore region").
 *
 * <pre>
 * | directory_length 4 | directory | zstd frame | zstd frame | … |
 * </pre>
 *
 * <p>Thread-safe. Reads its source when records are asked for, and keeps the last frame, so that
 * the records of a shard in order decode each frame once. The source is the caller's to close.
 */
public final class RestoreRegion {
  private final ByteSource source;
  private final Limits limits;
  private final long framesPosition;
  private final long directoryLength;
  private final RestoreDirectory directory;
  private final AtomicReference<Frame> lastFrame = new AtomicReference<>(new Frame(-1, null));

  private record Frame(int number, ByteBuffer content) {}

  private RestoreRegion(
      ByteSource source,
      Limits limits,
      long framesPosition,
      long directoryLength,
      RestoreDirectory directory) {
    this.source = source;
    this.limits = limits;
    this.framesPosition = framesPosition;
    this.directoryLength = directoryLength;
    this.directory = directory;
  }

  /**
   * The region of a shard; empty when it has none.
   *
   * @param source the whole shard
   */
  public static Optional<RestoreRegion> of(ShardFile shard, ByteSource source, Limits limits)
      throws IOException {
    Optional<Region> region = shard.regions().restore();
    return region.isEmpty()
        ? Optional.empty()
        : Optional.of(open(source, region.get(), shard.metadata().sampleCount(), limits));
  }

  /**
   * Reads a region's directory.
   *
   * @param source the whole shard
   * @param region the shard's RESTORE region
   */
  public static RestoreRegion open(ByteSource source, Region region, int sampleCount, Limits limits)
      throws IOException {
    Origin origin = new Origin(source.toString(), region.offset());
    ByteBuffer head = head(source, region, origin);
    long directoryLength = head.getInt(DIRECTORY_LENGTH_OFFSET) & 0xFFFFFFFFL;
    if (directoryLength > region.length() - DIRECTORY_OFFSET) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("RestoreRegion.directory_length", DIRECTORY_LENGTH_OFFSET),
          directoryLength,
          "at most " + (region.length() - DIRECTORY_OFFSET));
    }
    if (directoryLength > limits.metadataBytes()) {
      throw new PcrException.LimitExceeded(
          origin.field("RestoreRegion.directory_length", DIRECTORY_LENGTH_OFFSET),
          Limit.METADATA_BYTES,
          directoryLength,
          limits.metadataBytes());
    }
    long directoryPosition = region.offset() + DIRECTORY_OFFSET;
    ByteBuffer frame = read(source, directoryPosition, (int) directoryLength);
    int computed = Crc32C.of(head, frame);
    if (computed != region.crc32c()) {
      throw PcrException.Corrupt.checksum(
          origin.field("RestoreRegion.directory"), region.crc32c(), computed);
    }
    long framesPosition = directoryPosition + directoryLength;
    RestoreDirectory directory =
        RestoreDirectory.decode(frame, sampleCount, region.end() - framesPosition, limits, origin);
    return new RestoreRegion(source, limits, framesPosition, directoryLength, directory);
  }

  /**
   * What a region says of its directory's length, which no checksum has proved yet.
   *
   * @param source the whole shard
   * @param region the shard's RESTORE region
   */
  public static long directoryLength(ByteSource source, Region region) throws IOException {
    Origin origin = new Origin(source.toString(), region.offset());
    return head(source, region, origin).getInt(DIRECTORY_LENGTH_OFFSET) & 0xFFFFFFFFL;
  }

  private static ByteBuffer head(ByteSource source, Region region, Origin origin)
      throws IOException {
    if (region.length() < RestoreRegionLayout.LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("RestoreRegion"),
          region.length(),
          "at least " + RestoreRegionLayout.LENGTH);
    }
    return read(source, region.offset(), RestoreRegionLayout.LENGTH);
  }

  /**
   * What a manifest says of a shard's RESTORE region, if it has one.
   *
   * @param source the whole shard
   */
  public static RestoreExtent extent(ByteSource source, ShardFile shard, Limits limits)
      throws IOException {
    Optional<Region> region = shard.regions().restore();
    if (region.isEmpty()) {
      return RestoreExtent.NONE;
    }
    int samples = shard.metadata().sampleCount();
    RestoreRegion opened = open(source, region.get(), samples, limits);
    int restorable = 0;
    for (int sample = 0; sample < samples; sample++) {
      restorable += opened.directory.kind(sample) == RestoreKind.NONE ? 0 : 1;
    }
    return new RestoreExtent((int) opened.directoryLength, restorable);
  }

  private static ByteBuffer read(ByteSource source, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    source.readFully(position, bytes);
    return bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** How many bytes the directory has in the file. */
  public long directoryLength() {
    return directoryLength;
  }

  public RestoreDirectory directory() {
    return directory;
  }

  /** What is kept of a sample. */
  public RestoreRecord record(int sample) throws IOException {
    RestoreKind kind = directory.kind(sample);
    if (directory.recordLength(sample) == 0) {
      return new RestoreRecord(kind, ByteBuffer.allocate(0));
    }
    ByteBuffer content = frame(directory.frameOf(sample));
    return new RestoreRecord(
        kind, content.slice(directory.recordOffset(sample), directory.recordLength(sample)));
  }

  /** Where the frame of a sample's record stands, for errors about what is in it. */
  public Origin origin(int sample) {
    long position = framesPosition + directory.framePosition(directory.frameOf(sample));
    return new Origin(source.toString(), position);
  }

  /**
   * Proves a frame by its checksum and its content's length, also one whose records are all empty.
   *
   * @throws PcrException when it is damaged
   */
  public void checkFrame(int number) throws IOException {
    frame(number);
  }

  private ByteBuffer frame(int number) throws IOException {
    Frame last = lastFrame.get();
    if (last.number() != number) {
      last = new Frame(number, ByteBuffer.wrap(decode(number)));
      lastFrame.set(last);
    }
    return last.content();
  }

  private byte[] decode(int number) throws IOException {
    Origin origin = new Origin(source.toString(), framesPosition + directory.framePosition(number));
    long length = directory.frameLength(number);
    if (length > limits.sliceBytes()) {
      throw new PcrException.LimitExceeded(
          origin.field("RestoreDirectory.frame_lengths[" + number + "]"),
          Limit.SLICE_BYTES,
          length,
          limits.sliceBytes());
    }
    ByteBuffer frame = read(source, origin.offset(), (int) length);
    int computed = Crc32C.of(frame);
    if (computed != directory.frameCrc32c(number)) {
      throw PcrException.Corrupt.checksum(
          origin.field("RestoreDirectory.frame_crc32c[" + number + "]"),
          directory.frameCrc32c(number),
          computed);
    }
    byte[] content =
        ZstdFrame.decompress(frame, Limit.SLICE_BYTES, limits.sliceBytes(), "RestoreFrame", origin);
    if (content.length != directory.contentLength(number)) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("RestoreFrame.content_size"),
          content.length,
          directory.contentLength(number));
    }
    return content;
  }
}
