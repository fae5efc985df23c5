package io.pcr.format.internal.restore;

import static java.util.Objects.requireNonNull;

import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.shard.EncodedRestoreRegion;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.tables.RestoreDirectoryTable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes what is kept of each sample, in sample order, and makes a RESTORE region. Memory is what
 * the region takes compressed, and one frame. For one thread.
 */
public final class RestoreRegionBuilder {
  /** zstd level; headers of JPEGs gain little from more. */
  public static final int DEFAULT_LEVEL = 9;

  private final int level;
  private final List<RestoreKind> kinds = new ArrayList<>();
  private final List<Sha256> digests = new ArrayList<>();
  private final List<Integer> recordLengths = new ArrayList<>();
  private final List<Integer> frameSamples = new ArrayList<>();
  private final List<ByteBuffer> frames = new ArrayList<>();
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private int samplesInFrame;

  public RestoreRegionBuilder() {
    this(DEFAULT_LEVEL);
  }

  public RestoreRegionBuilder(int level) {
    this.level = level;
  }

  /**
   * The next sample's record, which is copied.
   *
   * @param sourceSha256 of the original; known of all samples or of none
   */
  public RestoreRegionBuilder add(RestoreRecord record, Optional<Sha256> sourceSha256) {
    requireNonNull(record, "record");
    sourceSha256.ifPresent(digests::add);
    ByteBuffer bytes = record.bytes();
    boolean fits = content.size() + (long) bytes.remaining() <= RestoreDirectory.MAX_SHARED_CONTENT;
    if (!fits && content.size() > 0) {
      endFrame();
    }
    kinds.add(record.kind());
    recordLengths.add(bytes.remaining());
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    content.writeBytes(copy);
    samplesInFrame++;
    return this;
  }

  private void endFrame() {
    frames.add(ByteBuffer.wrap(ZstdFrame.compress(ByteBuffer.wrap(content.toByteArray()), level)));
    frameSamples.add(samplesInFrame);
    content.reset();
    samplesInFrame = 0;
  }

  /** The region of the samples so far; the builder is done with. */
  public EncodedRestoreRegion build() {
    if (samplesInFrame > 0) {
      endFrame();
    }
    ByteBuffer kindIds = ByteBuffer.allocate(kinds.size());
    kinds.forEach(kind -> kindIds.put((byte) kind.id()));
    RestoreDirectoryTable table =
        new RestoreDirectoryTable(
            kindIds.flip(),
            ints(recordLengths),
            ints(frameSamples),
            ints(frames.stream().map(ByteBuffer::remaining).toList()),
            ints(frames.stream().map(Crc32C::of).toList()),
            digests());
    byte[] directory = RestoreDirectory.of(table, kinds.size()).encode();
    ByteBuffer head =
        ByteBuffer.allocate(RestoreRegionLayout.LENGTH + directory.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(directory.length)
            .put(directory)
            .flip();
    List<ByteBuffer> region = new ArrayList<>();
    region.add(head);
    region.addAll(frames);
    int restorable = (int) kinds.stream().filter(kind -> kind != RestoreKind.NONE).count();
    return new EncodedRestoreRegion(
        region, Crc32C.of(head), new RestoreExtent(directory.length, restorable));
  }

  private ByteBuffer digests() {
    ByteBuffer bytes = ByteBuffer.allocate(digests.size() * Sha256.LENGTH);
    digests.forEach(digest -> bytes.put(digest.bytes()));
    return bytes.flip();
  }

  private static IntBuffer ints(List<Integer> values) {
    return IntBuffer.wrap(values.stream().mapToInt(Integer::intValue).toArray());
  }
}
