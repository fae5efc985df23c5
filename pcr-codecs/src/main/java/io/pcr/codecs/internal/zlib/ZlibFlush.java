package io.pcr.codecs.internal.zlib;

/** What a deflater does with what it holds back. */
public enum ZlibFlush {
  /** Keeps it, for the best compression. */
  NONE(0),
  /** Writes it, up to a byte boundary: a reader can inflate all of the input so far. */
  SYNC(2),
  /** As {@link #SYNC}, and forgets it: a reader can start here. */
  FULL(3),
  /** Ends the stream. */
  FINISH(4);

  /** zlib's {@code flush}. */
  final int id;

  ZlibFlush(int id) {
    this.id = id;
  }
}
