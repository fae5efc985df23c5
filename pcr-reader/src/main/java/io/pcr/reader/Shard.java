package io.pcr.reader;

import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/**
 * One shard of a dataset, or a single shard. Thread-safe. Valid until the dataset is closed; a
 * shard needs no closing.
 */
public interface Shard {
  /** The file's name in the dataset. */
  String name();

  /**
   * What identifies the shard, whatever its file is called. Reads the head of a shard that is not
   * listed in a manifest.
   */
  UUID uuid() throws IOException;

  /** The number of samples in the shard. */
  int sampleCount() throws IOException;

  /**
   * The number of scan groups, which is the highest fidelity; 1 when the shard stores only full
   * images.
   */
  int groupCount() throws IOException;

  /**
   * The number of bytes that a read at this fidelity takes from the start of the file, in one
   * piece.
   *
   * @throws IllegalArgumentException when the shard has fewer groups than the fidelity names, or
   *     has no groups (as a TFRecord shard) and the fidelity is not full
   */
  long prefixLength(Fidelity fidelity) throws IOException;

  /**
   * Reads all samples at a fidelity with one read from the start of the file. It needs two reads
   * when no manifest says how much to read. The caller closes the reader.
   *
   * @throws IllegalArgumentException when the shard has fewer groups than the fidelity names
   * @throws io.pcr.format.error.PcrException when the bytes violate the format
   */
  ShardReader read(Fidelity fidelity) throws IOException;

  /**
   * Does the same as {@link #read(Fidelity)}, but handles damage as {@code onDamage} says, not as
   * {@link ReaderOptions} say.
   */
  ShardReader read(Fidelity fidelity, OnDamage onDamage) throws IOException;

  /**
   * Reads some samples of the shard: their slices up to a fidelity. One read gets slices that are
   * next to each other. The reader counts only these samples: {@code sample(0)} is the first of
   * them, and {@link Sample#ordinal} is its position in the shard. The caller closes the reader.
   *
   * <p>A shard that is not {@linkplain #isDivisible divisible} reads all of its samples.
   *
   * @param ordinals positions in the shard, each once
   * @throws IndexOutOfBoundsException when no sample has one of the positions
   * @throws IllegalArgumentException when the shard has fewer groups than the fidelity names
   * @throws io.pcr.format.error.PcrException when the bytes violate the format
   */
  ShardReader read(int[] ordinals, Fidelity fidelity, OnDamage onDamage) throws IOException;

  /** Whether some samples of the shard can be read without the others. */
  boolean isDivisible();

  /**
   * The formats of a Liquid shard, in the order of the file. The samples of each format are stored
   * together in one region. Empty for all other shards.
   */
  default List<Encoding> formats() throws IOException {
    return List.of();
  }

  /**
   * Reads the samples of one format of a Liquid shard with one sequential read of their region,
   * after the metadata has been read. The reader counts only these samples: {@code sample(0)} is
   * the first of this format, and {@link Sample#ordinal} says its position in the shard. If the
   * shard has no sample of the format, the reader is empty. The caller closes the reader.
   *
   * @throws IllegalArgumentException when the shard is not a Liquid shard
   * @throws io.pcr.format.error.PcrException when the bytes violate the format
   */
  ShardReader readFormat(Encoding format) throws IOException;

  /**
   * Does the same as {@link #readFormat(Encoding)}, but handles damage as {@code onDamage} says,
   * not as {@link ReaderOptions} say.
   */
  default ShardReader readFormat(Encoding format, OnDamage onDamage) throws IOException {
    throw new IllegalArgumentException(
        name() + " is not a Liquid shard, so its samples cannot be read by format");
  }

  /**
   * Reads one sample at a fidelity. Reads only the slices of that sample. In a TFRecord shard that
   * is compressed with gzip or zlib, it also reads and decompresses everything before the sample.
   *
   * @throws io.pcr.format.error.PcrException.Corrupt when the sample is damaged, unless the options
   *     allow a lower fidelity; a single sample cannot be skipped
   * @throws IndexOutOfBoundsException when no sample has this position
   * @throws IllegalArgumentException when the shard has fewer groups
   */
  Sample sample(int ordinal, Fidelity fidelity) throws IOException;

  /**
   * Does the same as {@link #sample(int, Fidelity)}, but handles damage as {@code onDamage} says,
   * not as {@link ReaderOptions} say.
   */
  Sample sample(int ordinal, Fidelity fidelity, OnDamage onDamage) throws IOException;
}
