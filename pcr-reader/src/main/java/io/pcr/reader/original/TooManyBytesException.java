package io.pcr.reader.original;

import java.io.IOException;

/**
 * Says that the originals of a dataset have more bytes than may be written. A few kilobytes of
 * shards can hold gigabytes of originals.
 */
public final class TooManyBytesException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The limit that the originals exceed. */
  public enum Reason {
    /** {@link Restore#withMaxBytes}; nothing was written. */
    ASKED,
    /** What images ever come to; nothing was written. */
    RATIO,
    /** What the disk has free; nothing was written. */
    DISK,
    /** {@link Restore#withMaxBytes}, found out while compressed records were written. */
    ASKED_MEANWHILE,
    /** What images ever come to, found out while compressed records were written. */
    RATIO_MEANWHILE
  }

  private final Reason reason;
  private final long wanted;
  private final long missing;
  private final long most;
  private final long shardBytes;

  /** One with these facts. */
  public TooManyBytesException(
      Reason reason, long wanted, long missing, long most, long shardBytes) {
    super("originals of " + missing + " bytes are more than the limit: " + reason);
    this.reason = reason;
    this.wanted = wanted;
    this.missing = missing;
    this.most = most;
    this.shardBytes = shardBytes;
  }

  /** The limit that the originals exceed. */
  public Reason reason() {
    return reason;
  }

  /** Bytes of all originals that are wanted. */
  public long wanted() {
    return wanted;
  }

  /** Those of them that are not there already. */
  public long missing() {
    return missing;
  }

  /** Bytes that may be written. */
  public long most() {
    return most;
  }

  /** Bytes of the shards that they come from; 0 when it was found out meanwhile. */
  public long shardBytes() {
    return shardBytes;
  }
}
