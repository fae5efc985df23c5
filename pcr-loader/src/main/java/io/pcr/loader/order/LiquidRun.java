package io.pcr.loader.order;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An epoch of a lane of the order {@code liquid}, one turn after the other (spec/loader.md 4.4).
 * For one thread.
 */
final class LiquidRun {
  private final LiquidLane lane;
  private final LiquidSequence sequence;

  /** That of the epoch before, whose kept samples the buffers began with; null in epoch 0. */
  private final LiquidSequence before;

  /** Of each format. */
  private final LiquidBuffer[] buffers;

  private final Reads[] reads;

  /** Of each format how many places have it so far. */
  private final int[] given;

  private int place;

  LiquidRun(LiquidLane lane, long seed, long epoch) {
    this.lane = lane;
    this.sequence = new LiquidSequence(lane, seed, epoch);
    this.before = epoch == 0 ? null : new LiquidSequence(lane, seed, epoch - 1);
    this.buffers = new LiquidBuffer[lane.formats()];
    this.reads = new Reads[lane.formats()];
    this.given = new int[lane.formats()];
    for (int format = 0; format < buffers.length; format++) {
      long key = lane.key(seed, epoch, Purpose.GIVEN, format);
      buffers[format] = new LiquidBuffer(lane.count(format), lane.kept(format), key);
      reads[format] = new Reads(format);
    }
    fill();
  }

  /** Puts what the epoch begins with into the buffers. */
  private void fill() {
    LiquidSequence first = before == null ? sequence : before;
    for (int at = 0; at < lane.pieces(); at++) {
      int number = first.piece(at);
      LiquidLane.Piece piece = lane.piece(number);
      int[] ranks = new int[lane.formats()];
      for (int sample = piece.from(); sample < piece.to(); sample++) {
        int format = lane.format(piece, sample);
        int rank = ranks[format]++;
        if (isBeginning(number, format, rank)) {
          buffers[format].add(offset(piece, sample), isKept(number, format, rank));
        }
      }
    }
  }

  /**
   * Whether the epoch began with a sample.
   *
   * @param rank of the sample among those of its format in its piece
   */
  private boolean isBeginning(int piece, int format, int rank) {
    return before == null
        ? sequence.start(piece, format) + rank < lane.kept(format)
        : before.isKept(format, before.start(piece, format) + rank);
  }

  private boolean isKept(int piece, int format, int rank) {
    return sequence.isKept(format, sequence.start(piece, format) + rank);
  }

  private int offset(LiquidLane.Piece piece, int sample) {
    return (int) (lane.index(piece, sample) - first());
  }

  private long first() {
    LiquidLane.Piece piece = lane.piece(0);
    return lane.index(piece, piece.from());
  }

  /** Whether all places of the lane have been given. */
  boolean isAtEnd() {
    return place == lane.length();
  }

  /**
   * The next turn.
   *
   * @param size places of a turn
   */
  LiquidTurn next(int size) {
    int length = Math.min(size, lane.length() - place);
    int[] formats = new int[length];
    int[] next = new int[lane.formats()];
    for (int i = 0; i < length; i++) {
      formats[i] = formatOf(place + i);
      given[formats[i]]++;
      next[formats[i]]++;
    }
    place += length;
    long[] samples = new long[length];
    boolean[] kept = new boolean[length];
    long[] read = new long[0];
    for (int format = 0; format < given.length; format++) {
      if (next[format] > 0) {
        read = read(format, next[format], read);
        int[] places = placesOf(format, formats);
        buffers[format].give(
            next[format],
            (number, sample, isKept) -> {
              samples[places[number]] = first() + sample;
              kept[places[number]] = isKept;
            });
      }
    }
    return new LiquidTurn(samples, kept, read);
  }

  /** The format of a place: that of which most is missing so far. */
  private int formatOf(int at) {
    int best = -1;
    long most = Long.MIN_VALUE;
    for (int format = 0; format < given.length; format++) {
      long missing = (at + 1L) * lane.count(format) - (long) given[format] * lane.length();
      if (missing > most) {
        most = missing;
        best = format;
      }
    }
    return best;
  }

  private static int[] placesOf(int format, int[] formats) {
    return IntStream.range(0, formats.length).filter(i -> formats[i] == format).toArray();
  }

  /** Reads as much as the buffer needs; gives what was read, behind what was read before. */
  private long[] read(int format, int next, long[] already) {
    long[] read = already;
    int count = read.length;
    while (buffers[format].needsMore(next)) {
      if (count == read.length) {
        read = Arrays.copyOf(read, count + next);
      }
      read[count++] = reads[format].next();
    }
    return Arrays.copyOf(read, count);
  }

  /** Where the reads of a format are in its sequence. */
  private final class Reads {
    private final int format;
    private int at;
    private int sample = -1;
    private int rank;

    Reads(int format) {
      this.format = format;
    }

    /** Puts the next sample into the buffer; gives its index. */
    long next() {
      while (true) {
        int number = sequence.piece(at);
        LiquidLane.Piece piece = lane.piece(number);
        sample = sample < 0 ? piece.from() : sample;
        while (sample < piece.to()) {
          int found = sample++;
          if (lane.format(piece, found) != format) {
            continue;
          }
          int itsRank = rank++;
          if (!isBeginning(number, format, itsRank)) {
            buffers[format].add(offset(piece, found), isKept(number, format, itsRank));
            return lane.index(piece, found);
          }
        }
        at++;
        sample = -1;
        rank = 0;
      }
    }
  }
}
