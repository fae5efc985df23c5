package io.pcr.loader.order;

/**
 * The order {@code liquid} of an epoch: samples pass through a buffer for each format, of which a
 * part stays for the next epoch (spec/loader.md 4.4). Goes forward quickly; to go back, it begins
 * the epoch again. Thread-safe.
 */
public final class LiquidOrder implements EpochOrder {
  private final SampleFormats formats;
  private final long seed;
  private final long epoch;
  private final LaneCut cut;
  private final int window;
  private final int perTurn;
  private final Lane[] lanes;

  /** A lane, made when it is first needed: a rank needs its own only. */
  private static final class Lane {
    private final LiquidLane always;
    private LiquidRun run;
    private LiquidTurn turn;
    private long number = -1;

    Lane(LiquidLane always) {
      this.always = always;
    }
  }

  LiquidOrder(SampleFormats formats, long seed, long epoch, OrderOptions options, int perTurn) {
    this.formats = formats;
    this.seed = seed;
    this.epoch = epoch;
    this.cut = new LaneCut(formats.counts().samples(), options.lanes());
    this.window = options.window();
    this.perTurn = perTurn;
    this.lanes = new Lane[options.lanes()];
  }

  /**
   * The places of a turn of a lane.
   *
   * @throws IllegalArgumentException when the number of lanes does not divide the batch
   */
  public static int perTurn(OrderOptions options, int batch) {
    if (batch % options.lanes() != 0) {
      throw new IllegalArgumentException(
          "order liquid needs a number of lanes that divides the batch, and "
              + options.lanes()
              + " lanes do not divide a batch of "
              + batch);
    }
    return batch / options.lanes();
  }

  @Override
  public long samples() {
    return cut.samples();
  }

  @Override
  public int lane(long position) {
    return cut.lane(position);
  }

  @Override
  public long index(long position) {
    long place = cut.place(position);
    return turn(cut.lane(position), place / perTurn).given()[(int) (place % perTurn)];
  }

  /** A sample by itself: it is held and released alone. */
  @Override
  public Stretch stretch(long position) {
    long index = index(position);
    int shard = formats.counts().shardOf(index);
    int place = (int) (index - formats.counts().start(shard));
    return new Stretch(index, shard, place, place + 1, position);
  }

  /**
   * A turn of a lane.
   *
   * @param number of the turn, which is that of the batch in the epoch
   */
  public synchronized LiquidTurn turn(int lane, long number) {
    Lane found = lanes[lane];
    if (found == null) {
      found = new Lane(new LiquidLane(formats, cut, lane, window));
      lanes[lane] = found;
    }
    if (found.run == null || found.number > number) {
      found.run = new LiquidRun(found.always, seed, epoch);
      found.number = -1;
    }
    while (found.number < number) {
      if (found.run.isAtEnd()) {
        throw new IndexOutOfBoundsException("lane " + lane + " has no turn " + number);
      }
      found.turn = found.run.next(perTurn);
      found.number++;
    }
    return found.turn;
  }

  /** Whether a lane has a turn. */
  public boolean hasTurn(int lane, long number) {
    return number * perTurn < cut.length(lane);
  }
}
