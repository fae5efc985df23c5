package io.pcr.format.internal.restore;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.tables.RestoreDirectoryTable;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * Which frame of a restore region holds what of which sample (spec section "Restore directory"): a
 * FlatBuffer in a zstd frame. Whatever exists as an object of this class has passed every check.
 * Immutable and thread-safe. Samples and frames are numbered from 0.
 */
public final class RestoreDirectory {
  /** The content of a frame that holds the records of several samples. */
  public static final int MAX_SHARED_CONTENT = 1 << 20;

  private final RestoreDirectoryTable table;
  private final int sampleCount;

  /** The frame of each sample, and where in its content the sample's record starts. */
  private final int[] frameOf;

  private final int[] recordOffsets;

  /** Where each frame starts, from the first, and its content's length. */
  private final long[] framePositions;

  private final int[] contentLengths;

  private RestoreDirectory(RestoreDirectoryTable table, int sampleCount) {
    this.table = table;
    this.sampleCount = sampleCount;
    this.frameOf = new int[sampleCount];
    this.recordOffsets = new int[sampleCount];
    int frameCount = table.frameSamples().remaining();
    this.framePositions = new long[frameCount + 1];
    this.contentLengths = new int[frameCount];
    requireCount("kinds", table.kinds(), sampleCount);
    requireCount("record_lengths", table.recordLengths(), sampleCount);
    int digests = table.sourceSha256().hasRemaining() ? sampleCount : 0;
    require(
        table.sourceSha256().remaining() == (long) digests * Sha256.LENGTH,
        ErrorCode.MALFORMED,
        "RestoreDirectory.source_sha256",
        table.sourceSha256().remaining(),
        "none, or " + Sha256.LENGTH + " bytes for each sample");
    requireCount("frame_lengths", table.frameLengths(), frameCount);
    requireCount("frame_crc32c", table.frameCrc32c(), frameCount);
    int sample = 0;
    for (int frame = 0; frame < frameCount; frame++) {
      sample = placeFrame(frame, sample);
    }
    require(
        sample == sampleCount,
        ErrorCode.MALFORMED,
        "RestoreDirectory.frame_samples",
        sample,
        sampleCount);
  }

  private static void requireCount(String field, Buffer vector, int count) {
    require(
        vector.remaining() == count,
        ErrorCode.MALFORMED,
        "RestoreDirectory." + field,
        vector.remaining(),
        count);
  }

  /** Returns the first sample of the next frame. */
  private int placeFrame(int frame, int first) {
    long samples = table.frameSamples().get(frame) & 0xFFFFFFFFL;
    requireRange("RestoreDirectory.frame_samples[" + frame + "]", samples, 1, 0xFFFFFFFFL);
    require(
        samples <= sampleCount - first,
        ErrorCode.MALFORMED,
        "RestoreDirectory.frame_samples[" + frame + "]",
        samples,
        "at most " + (sampleCount - first));
    long content = 0;
    int records = 0;
    for (int sample = first; sample < first + samples; sample++) {
      frameOf[sample] = frame;
      recordOffsets[sample] = (int) content;
      int length = requireRecord(sample);
      content += length;
      records += length == 0 ? 0 : 1;
      requireLength(sample, content, records > 1 ? MAX_SHARED_CONTENT : Integer.MAX_VALUE);
    }
    contentLengths[frame] = (int) content;
    framePositions[frame + 1] =
        framePositions[frame] + (table.frameLengths().get(frame) & 0xFFFFFFFFL);
    return (int) (first + samples);
  }

  private int requireRecord(int sample) {
    int id = table.kinds().get(sample) & 0xFF;
    RestoreKind kind =
        RestoreKind.ofId(id)
            .orElseThrow(
                () ->
                    new InvalidFieldException(
                        ErrorCode.MALFORMED,
                        "RestoreDirectory.kinds[" + sample + "]",
                        id,
                        "0 to 4"));
    long length = table.recordLengths().get(sample) & 0xFFFFFFFFL;
    requireLength(sample, length, kind.isWithoutRecord() ? 0 : Integer.MAX_VALUE);
    return (int) length;
  }

  /** The name of the field is made only for an error: there is one for each sample. */
  private static void requireLength(int sample, long length, long most) {
    if (length > most) {
      requireRange("RestoreDirectory.record_lengths[" + sample + "]", length, 0, most);
    }
  }

  /**
   * Checks a table.
   *
   * @throws InvalidFieldException when it breaks a rule of its schema
   */
  static RestoreDirectory of(RestoreDirectoryTable table, int sampleCount) {
    return new RestoreDirectory(table, sampleCount);
  }

  /**
   * Decodes a directory.
   *
   * @param frame its bytes
   * @param framesLength bytes of the region behind the directory
   * @param origin where the directory stands
   */
  public static RestoreDirectory decode(
      ByteBuffer frame, int sampleCount, long framesLength, Limits limits, Origin origin)
      throws PcrException {
    byte[] content =
        ZstdFrame.decompress(
            frame, Limit.METADATA_BYTES, limits.metadataBytes(), "RestoreDirectory", origin);
    RestoreDirectoryTable table = RestoreDirectoryTable.decode(ByteBuffer.wrap(content), origin);
    try {
      RestoreDirectory directory = new RestoreDirectory(table, sampleCount);
      long end = directory.framePositions[directory.frameCount()];
      require(
          end == framesLength,
          ErrorCode.MALFORMED,
          "RestoreDirectory.frame_lengths",
          end,
          framesLength);
      return directory;
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  /** The bytes of the directory in the region. */
  byte[] encode() {
    return ZstdFrame.compressTables(table.encode());
  }

  public int sampleCount() {
    return sampleCount;
  }

  public int frameCount() {
    return contentLengths.length;
  }

  public RestoreKind kind(int sample) {
    return RestoreKind.ofId(table.kinds().get(sample)).orElseThrow();
  }

  /** SHA-256 of the original file, where the writer kept it. */
  public Optional<Sha256> sourceSha256(int sample) {
    Objects.checkIndex(sample, sampleCount);
    if (!table.sourceSha256().hasRemaining()) {
      return Optional.empty();
    }
    return Optional.of(
        Sha256.read(table.sourceSha256().slice(sample * Sha256.LENGTH, Sha256.LENGTH)));
  }

  /** Bytes of a sample's record, 0 when its kind needs none. */
  public int recordLength(int sample) {
    return table.recordLengths().get(sample);
  }

  /** The frame that holds a sample's record. */
  public int frameOf(int sample) {
    return frameOf[sample];
  }

  /** Where a sample's record starts in its frame's content. */
  public int recordOffset(int sample) {
    return recordOffsets[sample];
  }

  /** Where a frame starts, from the end of the directory. */
  public long framePosition(int frame) {
    return framePositions[frame];
  }

  /** Compressed bytes of a frame. */
  public long frameLength(int frame) {
    return framePositions[frame + 1] - framePositions[frame];
  }

  public int frameCrc32c(int frame) {
    return table.frameCrc32c().get(frame);
  }

  /** Bytes that a frame decodes to. */
  public int contentLength(int frame) {
    return contentLengths[frame];
  }
}
