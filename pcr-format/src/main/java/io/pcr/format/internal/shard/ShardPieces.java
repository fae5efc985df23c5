package io.pcr.format.internal.shard;

import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The two pieces of a shard's front, each from where it is intact: in front, or in the copy (spec
 * requirements R-COPY-1 and R-COPY-2).
 *
 * @param metadata the bytes of METADATA, proved by their checksum
 * @param damage the first that was found in front, when the copy was used
 */
record ShardPieces(ShardFront front, ByteBuffer metadata, Optional<PcrException> damage) {
  /**
   * Reads them with one read, or two when the metadata ends beyond the first one, and more where
   * there is damage.
   *
   * @param copyPosition where the copy of the front is, as a manifest says it
   * @param headCheck looks at the head before the rest is read
   */
  static ShardPieces read(
      ByteSource source, OptionalLong copyPosition, Consumer<ShardHead> headCheck)
      throws IOException {
    int length = (int) Math.min(ShardFile.FIRST_READ_LENGTH, source.length());
    ByteBuffer first = ByteBuffer.allocate(length);
    source.readFully(0, first);
    first.flip();
    ShardFront front;
    Optional<PcrException> damage = Optional.empty();
    try {
      front = ShardFront.decode(first, new Origin(source.toString(), 0));
    } catch (PcrException e) {
      front = fromCopy(source, copyPosition, e);
      damage = Optional.of(e);
    }
    front.check(headCheck);
    try {
      return new ShardPieces(front, metadata(source, first, front), damage);
    } catch (PcrException e) {
      ByteBuffer frame = metadataOfCopy(source, front, e);
      return new ShardPieces(front, frame, Optional.of(damage.orElse(e)));
    }
  }

  private static ByteBuffer metadata(ByteSource source, ByteBuffer first, ShardFront front)
      throws IOException {
    Origin origin = new Origin(source.toString(), 0);
    Region region = front.regions().metadata();
    if (region.end() > source.length()) {
      throw new PcrException.Truncated(
          origin.field("ShardMetadata"), region.end(), source.length());
    }
    ByteBuffer frame = ByteBuffer.allocate((int) region.length());
    int known = (int) Math.max(0, Math.min(region.end(), first.limit()) - region.offset());
    frame.put(first.slice((int) Math.min(region.offset(), first.limit()), known));
    if (frame.hasRemaining()) {
      source.readFully(region.offset() + known, frame);
    }
    return front.proved(frame.flip(), origin);
  }

  private static ShardFront fromCopy(
      ByteSource source, OptionalLong copyPosition, PcrException damage) throws IOException {
    List<Long> places = new ArrayList<>();
    if (ShardFile.isFrontDamage(damage)) {
      FrontCopy.positionByTrailer(source).ifPresent(places::add);
      copyPosition.ifPresent(places::add);
    }
    for (long place : places) {
      if (place <= 0 || place >= source.length()) {
        continue; // The manifest's file was longer.
      }
      FrontCopy copy = new FrontCopy(source, place);
      try {
        ShardFront front = ShardFront.decode(copy.head(), copy.origin());
        if (front.regions().end() == place) {
          return front;
        }
      } catch (PcrException e) {
        if (!ShardFile.isFrontDamage(e)) {
          throw e; // The copy is intact: this is what is wrong with the shard.
        }
        // Nobody is helped by how the copy is damaged.
      }
    }
    throw damage;
  }

  private static ByteBuffer metadataOfCopy(ByteSource source, ShardFront front, PcrException damage)
      throws IOException {
    Region region = front.regions().metadata();
    long position = front.regions().end();
    if (!ShardFile.isFrontDamage(damage) || source.length() - region.end() < position) {
      throw damage;
    }
    FrontCopy copy = new FrontCopy(source, position);
    try {
      return front.proved(copy.metadata(region), copy.origin());
    } catch (PcrException e) {
      throw damage;
    }
  }
}
