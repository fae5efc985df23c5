package io.pcr.loader.batch;

/**
 * The samples of one rank in one batch. A caller makes one and has it filled for each batch. For
 * one thread at a time.
 */
public final class BatchEntries {
  private final int[] parts;
  private final long[] epochs;
  private final long[] positions;
  private final long[] indices;
  private final boolean[] padded;
  private int size;

  /**
   * @param capacity of the largest batch that it will hold
   */
  public BatchEntries(int capacity) {
    this.parts = new int[capacity];
    this.epochs = new long[capacity];
    this.positions = new long[capacity];
    this.indices = new long[capacity];
    this.padded = new boolean[capacity];
  }

  void clear() {
    size = 0;
  }

  void add(int part, long epoch, long position, long index, boolean isPadded) {
    parts[size] = part;
    epochs[size] = epoch;
    positions[size] = position;
    indices[size] = index;
    padded[size] = isPadded;
    size++;
  }

  /** Adds an entry once more, marked as padded. */
  void repeat(int entry) {
    add(parts[entry], epochs[entry], positions[entry], indices[entry], true);
  }

  /** The number of entries. */
  public int size() {
    return size;
  }

  /** The part of a mix that the sample is from; 0 when there is one part. */
  public int part(int entry) {
    return parts[entry];
  }

  /** The epoch of the part. */
  public long epoch(int entry) {
    return epochs[entry];
  }

  /** The position of the sample in the part's epoch. */
  public long position(int entry) {
    return positions[entry];
  }

  /** The index of the sample in its part. */
  public long index(int entry) {
    return indices[entry];
  }

  /** Whether the sample is in the batch only to fill it. */
  public boolean padded(int entry) {
    return padded[entry];
  }
}
