package io.pcr.loader.order;

/**
 * In which order an epoch of the order {@code liquid} reads the pieces of a lane, and which samples
 * it keeps for the next epoch (spec/loader.md 4.4). Immutable.
 */
final class LiquidSequence {
  private final LiquidLane lane;

  /** The piece at each place of the epoch. */
  private final int[] order;

  /** Of each piece, where its samples of each format begin in the format's sequence. */
  private final int[][] starts;

  /** Of each format what its kept samples are computed from. */
  private final long[] keys;

  LiquidSequence(LiquidLane lane, long seed, long epoch) {
    this.lane = lane;
    this.order = new int[lane.pieces()];
    this.starts = new int[lane.pieces()][];
    long key = OrderNumbers.key(seed, epoch, Purpose.LIQUID_SHARDS.id(), lane.number(), 0);
    int[] before = new int[lane.formats()];
    for (int place = 0; place < order.length; place++) {
      order[place] = (int) KeyedPermutation.permute(key, order.length, place);
      starts[order[place]] = before.clone();
      LiquidLane.Piece piece = lane.piece(order[place]);
      for (int sample = piece.from(); sample < piece.to(); sample++) {
        before[lane.format(piece, sample)]++;
      }
    }
    this.keys = new long[lane.formats()];
    for (int format = 0; format < keys.length; format++) {
      keys[format] = lane.key(seed, epoch, Purpose.KEPT, format);
    }
  }

  /** The piece at a place of the epoch. */
  int piece(int place) {
    return order[place];
  }

  /** Where the samples of a format of a piece begin in the format's sequence. */
  int start(int piece, int format) {
    return starts[piece][format];
  }

  /** Whether the sample at a place of a format's sequence is kept for the next epoch. */
  boolean isKept(int format, int place) {
    long count = lane.count(format);
    long kept = lane.kept(format);
    long part = ((place + 1) * kept - 1) / count;
    long begin = part * count / kept;
    long end = (part + 1) * count / kept;
    long chosen = begin + OrderNumbers.below(OrderNumbers.number(keys[format], part), end - begin);
    return place == chosen;
  }
}
