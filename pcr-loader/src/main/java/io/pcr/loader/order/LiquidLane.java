package io.pcr.loader.order;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a lane of the order {@code liquid} is in all epochs: its pieces of shards, and how many
 * samples of each format it has and keeps (spec/loader.md 4.4). Immutable.
 */
final class LiquidLane {
  /**
   * What a lane has of a shard.
   *
   * @param from the first of them among the shard's samples that are in the part
   * @param to the place after the last of them
   */
  record Piece(int shard, int from, int to) {}

  private final SampleFormats formats;
  private final int number;
  private final int length;
  private final List<Piece> pieces = new ArrayList<>();

  /** The formats of its samples, ascending; elsewhere a format is its place here. */
  private final int[] encodings;

  /** Of each encoding the place of its format. */
  private final int[] places = new int[SampleFormats.MOST];

  private final int[] counts;
  private final int[] kept;

  LiquidLane(SampleFormats formats, LaneCut cut, int number, int window) {
    this.formats = formats;
    this.number = number;
    this.length = Math.toIntExact(cut.length(number));
    ShardCounts shards = formats.counts();
    long begin = cut.start(number);
    long end = begin + length;
    for (long at = begin; at < end; ) {
      int shard = shards.shardOf(at);
      int from = (int) (at - shards.start(shard));
      int to = (int) Math.min(shards.count(shard), end - shards.start(shard));
      pieces.add(new Piece(shard, from, to));
      at += to - from;
    }
    int[] byEncoding = new int[SampleFormats.MOST];
    for (Piece piece : pieces) {
      for (int place = piece.from; place < piece.to; place++) {
        byEncoding[formats.format(piece.shard, place)]++;
      }
    }
    this.encodings =
        IntStream.range(0, byEncoding.length).filter(each -> byEncoding[each] > 0).toArray();
    this.counts = new int[encodings.length];
    this.kept = new int[encodings.length];
    for (int format = 0; format < encodings.length; format++) {
      places[encodings[format]] = format;
      counts[format] = byEncoding[encodings[format]];
      long share = (long) window * counts[format] / length;
      kept[format] = (int) Math.min(Math.max(1, share), counts[format]);
    }
  }

  int number() {
    return number;
  }

  /** How many samples the lane has. */
  int length() {
    return length;
  }

  /** How many formats its samples have. */
  int formats() {
    return encodings.length;
  }

  /** The key of something that each format has of its own. */
  long key(long seed, long epoch, Purpose purpose, int format) {
    return OrderNumbers.key(seed, epoch, purpose.id(), number, encodings[format]);
  }

  /** How many samples of a format it has. */
  int count(int format) {
    return counts[format];
  }

  /** How many of them an epoch keeps for the next one. */
  int kept(int format) {
    return kept[format];
  }

  int pieces() {
    return pieces.size();
  }

  Piece piece(int number) {
    return pieces.get(number);
  }

  /** The format of a sample of a piece. */
  int format(Piece piece, int place) {
    return places[formats.format(piece.shard, place)];
  }

  /** The index of a sample of a piece. */
  long index(Piece piece, int place) {
    return formats.counts().start(piece.shard) + place;
  }
}
