package io.pcr.format.internal.shard;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A shard without its samples' bytes: what its first {@code prefix_length(0)} bytes say, checked
 * against each other. It holds no file and needs no closing. Immutable and thread-safe.
 *
 * <p>A file that ends early is still a shard of fewer groups ({@link ShardLayout#groupsWithin}), as
 * in a prefix cache; {@link #requireComplete} is for those who expect all of it.
 *
 * @param frontDamage what is wrong with the first bytes, when their copy at the shard's end was
 *     used
 */
public record ShardFile(
    ShardHead head,
    RegionTable regions,
    ShardMetadata metadata,
    ShardLayout layout,
    Optional<PcrException> frontDamage) {
  /** The first read of a shard of which nothing is known. */
  public static final int FIRST_READ_LENGTH = 64 << 10;

  /** What {@link #frontDamage} costs, for people. */
  public static final String FROM_COPY = "nothing is lost: its copy at the file's end was read";

  /**
   * Decodes the first bytes of a shard, at least {@code prefix_length(0)} of them.
   *
   * @param prefix its position stays; it is not kept
   * @param source the shard's name, for errors
   * @throws PcrException.Truncated when the prefix is too short
   */
  public static ShardFile decode(ByteBuffer prefix, String source, Limits limits)
      throws PcrException {
    return decode(prefix, source, limits, head -> {});
  }

  /**
   * As {@link #decode(ByteBuffer, String, Limits)}, with a check of the head that comes before the
   * rest is read.
   */
  static ShardFile decode(
      ByteBuffer prefix, String source, Limits limits, Consumer<ShardHead> headCheck)
      throws PcrException {
    ShardFront front = ShardFront.decode(prefix, new Origin(source, 0));
    front.check(headCheck);
    ByteBuffer frame = front.metadata(prefix);
    return of(front, frame, limits, Optional.empty());
  }

  /**
   * Whether an error of a shard's first bytes is one that their copy can help against: where their
   * checksums hold, the copy says the same.
   */
  public static boolean isFrontDamage(PcrException e) {
    return e.code() == ErrorCode.NOT_PCR
        || e.code() == ErrorCode.TRUNCATED
        || e.code() == ErrorCode.CHECKSUM_MISMATCH;
  }

  private static ShardFile of(
      ShardFront front, ByteBuffer frame, Limits limits, Optional<PcrException> damage)
      throws PcrException {
    Region region = front.regions().metadata();
    ShardMetadata.Counts counts =
        new ShardMetadata.Counts(front.head().sampleCount(), front.regions().groupCount());
    ShardMetadata metadata =
        ShardMetadata.decode(frame, counts, limits, front.origin().plus(region.offset()));
    try {
      ShardLayout layout = ShardLayout.of(front.head().variant(), metadata, front.regions());
      return new ShardFile(front.head(), front.regions(), metadata, layout, damage);
    } catch (InvalidFieldException e) {
      throw e.in(front.origin());
    }
  }

  /**
   * Opens a shard with one read, or two when its metadata ends beyond 64 KiB. Where the front is
   * damaged, what is damaged of it is taken from its copy at the end.
   */
  public static ShardFile open(ByteSource source, Limits limits) throws IOException {
    return open(source, OptionalLong.empty(), limits);
  }

  /**
   * As {@link #open(ByteSource, Limits)}, also where front and trailer are damaged.
   *
   * @param copyPosition where the copy of the front is, as a manifest says it
   */
  public static ShardFile open(ByteSource source, OptionalLong copyPosition, Limits limits)
      throws IOException {
    return open(source, copyPosition, limits, head -> {});
  }

  /**
   * As {@link #open(ByteSource, OptionalLong, Limits)}, with a check of the head that comes before
   * the rest is read.
   */
  static ShardFile open(
      ByteSource source, OptionalLong copyPosition, Limits limits, Consumer<ShardHead> headCheck)
      throws IOException {
    ZstdLibrary.require();
    ShardPieces pieces = ShardPieces.read(source, copyPosition, headCheck);
    return of(pieces.front(), pieces.metadata(), limits, pieces.damage());
  }

  /**
   * Proves that a source holds the whole shard with an intact front, its copy and trailer, and
   * nothing behind it.
   *
   * @throws PcrException.Truncated when it holds less
   */
  public void requireComplete(ByteSource source) throws IOException {
    if (frontDamage.isPresent()) {
      throw frontDamage.get();
    }
    requireEnd(source);
  }

  /** As {@link #requireComplete}, whatever {@link #frontDamage} says. */
  public void requireEnd(ByteSource source) throws IOException {
    long trailerPosition = head.totalLength() - TrailerLayout.LENGTH;
    if (source.length() < head.totalLength()) {
      throw new PcrException.Truncated(
          new Origin(source.toString(), 0).field("ShardHead.total_length"),
          head.totalLength(),
          source.length());
    }
    if (source.length() > head.totalLength()) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          new Origin(source.toString(), 0)
              .field("ShardHead.total_length", ShardHeadLayout.TOTAL_LENGTH_OFFSET),
          head.totalLength(),
          source.length());
    }
    ByteBuffer bytes = ByteBuffer.allocate(TrailerLayout.LENGTH);
    source.readFully(trailerPosition, bytes);
    Origin origin = new Origin(source.toString(), trailerPosition);
    Trailer trailer = Trailer.decode(bytes.flip(), origin);
    try {
      trailer.requireOf(head, regions);
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
    FrontCopy.of(source, regions).requireOf(head, regions);
  }
}
