package io.pcr.reader;

import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import java.io.IOException;
import java.util.List;

/** One file of a dataset, or a file by itself. Thread-safe; valid until the dataset is closed. */
public interface Shard {
  /** The file's name in the dataset. */
  String name();

  /** Samples in the shard. */
  int sampleCount() throws IOException;

  /** Scan groups, which are the fidelities to choose from; 1 when there is only the whole image. */
  int groupCount() throws IOException;

  /**
   * How many bytes reading at a fidelity costs: what is read in one piece from the start of the
   * file.
   *
   * @throws IllegalArgumentException when the shard has fewer groups, or none, as a TFRecord, and
   *     the fidelity is not full
   */
  long prefixLength(Fidelity fidelity) throws IOException;

  /**
   * Reads all samples at a fidelity, with one read from the start of the file; two when there is no
   * manifest that says how much to read.
   *
   * @throws IllegalArgumentException when the shard has fewer groups than the fidelity names
   * @throws io.pcr.format.error.PcrException when the bytes are not what the format wants
   */
  ShardReader read(Fidelity fidelity) throws IOException;

  /** As {@link #read(Fidelity)}, with another answer to damage than {@link ReaderOptions} have. */
  ShardReader read(Fidelity fidelity, OnDamage onDamage) throws IOException;

  /**
   * The formats whose samples stand together in a region of their own, in the order of the file:
   * those of a Liquid shard. Empty for all other shards.
   */
  default List<Encoding> formats() throws IOException {
    return List.of();
  }

  /**
   * Reads the samples of one format of a Liquid shard with one sequential read of their region,
   * once the metadata is known. The reader counts them by themselves: {@code sample(0)} is the
   * first of this format, and {@link Sample#ordinal} says where it is in the shard. A format that
   * does not occur gives a reader without samples.
   *
   * @throws IllegalArgumentException when the shard has no regions by format
   * @throws io.pcr.format.error.PcrException when the bytes are not what the format wants
   */
  ShardReader readFormat(Encoding format) throws IOException;

  /**
   * As {@link #readFormat(Encoding)}, with another answer to damage than {@link ReaderOptions}
   * have.
   */
  default ShardReader readFormat(Encoding format, OnDamage onDamage) throws IOException {
    throw new IllegalArgumentException(name() + " has no samples by format, as it is not Liquid");
  }

  /**
   * Reads one sample at a fidelity: its slices and nothing else. Of a TFRecord shard that is
   * compressed with gzip or zlib, everything before the sample is read and decompressed too.
   *
   * @throws io.pcr.format.error.PcrException.Corrupt when it is damaged, unless it can be degraded;
   *     a sample asked for by itself cannot be skipped
   * @throws IndexOutOfBoundsException when there is no such position
   * @throws IllegalArgumentException when the shard has fewer groups
   */
  Sample sample(int ordinal, Fidelity fidelity) throws IOException;

  /**
   * As {@link #sample(int, Fidelity)}, with another answer to damage than {@link ReaderOptions}
   * have.
   */
  Sample sample(int ordinal, Fidelity fidelity, OnDamage onDamage) throws IOException;
}
