package io.pcr.tfrecord.internal.compression;

import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Compression;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Compressions by their id, name, suffix, or what a file shows. Immutable and thread-safe. */
public final class TfRecordCompressions implements Iterable<TfRecordCompression> {
  /** Records as they are. */
  public static final TfRecordCompression NONE = new NoCompression();

  /** One or more gzip members. */
  public static final TfRecordCompression GZIP =
      new DeflateCompression(Compression.GZIP, ZlibFraming.GZIP);

  /** One zlib stream. */
  public static final TfRecordCompression ZLIB =
      new DeflateCompression(Compression.ZLIB, ZlibFraming.ZLIB);

  /** Zstandard frames, one after the other. */
  public static final TfRecordCompression ZSTD = new ZstdCompression();

  /** Those that the format has. */
  public static final TfRecordCompressions STANDARD =
      new TfRecordCompressions(List.of(NONE, GZIP, ZLIB, ZSTD));

  private final List<TfRecordCompression> all;

  private TfRecordCompressions(List<TfRecordCompression> all) {
    this.all = List.copyOf(all);
  }

  /**
   * These and one more.
   *
   * @throws IllegalArgumentException when one of these has its id, name or suffix
   */
  public TfRecordCompressions with(TfRecordCompression more) {
    for (TfRecordCompression known : all) {
      if (known.id() == more.id()
          || known.label().equals(more.label())
          || known.suffix().equals(more.suffix())) {
        throw new IllegalArgumentException(more.kind() + " is taken by " + known.kind());
      }
    }
    List<TfRecordCompression> together = new ArrayList<>(all);
    together.add(more);
    return new TfRecordCompressions(together);
  }

  /** In the order of their ids, as far as they are the format's. */
  @Override
  public Iterator<TfRecordCompression> iterator() {
    return all.iterator();
  }

  /** As {@link #iterator}. */
  public Stream<TfRecordCompression> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  /** The compression with this id, or empty when the id is not assigned. */
  public Optional<TfRecordCompression> ofId(int id) {
    return first(compression -> compression.id() == id);
  }

  /** The compression with this {@link TfRecordCompression#label}, or empty. */
  public Optional<TfRecordCompression> ofLabel(String label) {
    return first(compression -> compression.label().equals(label));
  }

  /** The compression whose suffix a file's name ends in, or empty; the file itself decides. */
  public Optional<TfRecordCompression> ofFileName(String name) {
    return first(compression -> name.endsWith(compression.suffix()));
  }

  /**
   * The compression that a manifest states.
   *
   * @param shard that it is stated of, for errors
   * @throws PcrException.Unsupported when it is not among these
   */
  public TfRecordCompression of(Compression stated, String shard) throws PcrException.Unsupported {
    return ofId(stated.id())
        .orElseThrow(
            () ->
                new PcrException.Unsupported(
                    ErrorCode.UNSUPPORTED,
                    new Origin(shard, 0).field("ShardEntry.compression"),
                    "reading TFRecords of this compression",
                    stated,
                    labels(", ")));
  }

  /**
   * The compression of a file that nobody states, by its first bytes and never its name; an empty
   * file is one without compression and without records.
   *
   * @throws PcrException.NotPcr when the bytes are no TFRecord file in any compression
   */
  public TfRecordCompression probe(ByteSource source) throws IOException {
    return new CompressionProbe(this, source).probe();
  }

  /** The labels of all. */
  public String labels(String delimiter) {
    return stream().map(TfRecordCompression::label).collect(Collectors.joining(delimiter));
  }

  private Optional<TfRecordCompression> first(Predicate<TfRecordCompression> predicate) {
    return stream().filter(predicate).findFirst();
  }
}
