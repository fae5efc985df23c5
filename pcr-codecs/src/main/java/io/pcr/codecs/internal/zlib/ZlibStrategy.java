package io.pcr.codecs.internal.zlib;

/** How zlib looks for repetitions. Any inflater reads the result of any. */
public enum ZlibStrategy {
  /** Whatever repeats. */
  DEFAULT(0),
  /** For filtered data: few short matches. */
  FILTERED(1),
  /** Entropy coding alone; fast. */
  HUFFMAN_ONLY(2),
  /** Runs of one byte alone; almost as fast, good for filtered images. */
  RLE(3),
  /** Without tables of its own: for short messages. */
  FIXED(4);

  /** zlib's {@code strategy}. */
  final int id;

  ZlibStrategy(int id) {
    this.id = id;
  }
}
