package io.pcr.reader;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One image of a dataset, with its key, label and columns, at one fidelity. Thread-safe.
 *
 * <p>A sample of a {@link ShardReader}, and every buffer it gives, is valid until the reader is
 * closed: it is a view of the reader's one buffer, and nothing was copied. A sample that was read
 * by itself holds its own bytes and stays valid; decoding it, and reading its late columns, wants
 * its dataset open. All buffers are read-only.
 */
public interface Sample {

  /** What the sample is called in the dataset: data, never a path. */
  String key();

  /** The label; empty when the sample has none. */
  OptionalLong label();

  /** The sample's position in its shard. */
  int ordinal();

  /** How the bytes code the image. */
  Encoding encoding();

  /**
   * What kind of file {@link #file} is: told by the encoding, or by its first bytes where that says
   * nothing, and of a TGA by its key too; empty when none of them knows.
   */
  default Optional<MediaType> mediaType() {
    Optional<MediaType> told = encoding().mediaType();
    return told.isPresent() ? told : MediaType.of(key(), file());
  }

  /** Pixels; 0 when unknown. */
  int width();

  /** Pixels; 0 when unknown. */
  int height();

  /** The last group whose slice is among the bytes: the fidelity they have. */
  int group();

  /** Whether the fidelity is lower than asked for, because of damage. */
  boolean isDegraded();

  /** Bytes of the image as a file. */
  int length();

  /** The image as a file, in pieces to be put one after the other; none is empty. */
  List<ByteBuffer> slices();

  /** The image as a file in one piece; a copy where it is not in one piece already. */
  ByteBuffer file();

  /**
   * The image as a JPEG file in one piece; a copy where it is not in one piece already.
   *
   * @throws io.pcr.format.error.PcrException.Unsupported when it is stored in another format;
   *     {@link #file} gives it then
   */
  ByteBuffer jpeg() throws IOException;

  /** Writes the image as a file, gathering where the channel can. */
  void writeTo(WritableByteChannel channel) throws IOException;

  /**
   * Decodes the image straight from its slices.
   *
   * @param pixels direct; receives the rows from its position on, which advances past the last
   * @throws io.pcr.format.error.PcrException when the image cannot be decoded, or has more pixels
   *     than the buffer has room or the limits allow
   */
  DecodedImage decode(DecodeOptions options, ByteBuffer pixels) throws IOException;

  /**
   * How many bytes decoding with these options needs, and what comes of it. Where the size is not
   * known otherwise, the file's header is read.
   *
   * @throws io.pcr.format.error.PcrException when the header cannot be read
   * @throws IllegalArgumentException when the options ask for more than the image has
   */
  DecodedSize decodedSize(DecodeOptions options) throws IOException;

  /**
   * What the file says of the image: its size, how it is to be turned, its colour profile. The
   * file's header is read now.
   *
   * @throws io.pcr.format.error.PcrException when it is damaged, or of a kind that is not decoded
   */
  ImageFacts imageFacts() throws IOException;

  /**
   * What is known of the file that the sample was made of: its length, its SHA-256, what kind of
   * file it was. Empty for TFRecord shards, which hold their images as they came.
   */
  default Optional<SourceFacts> source() {
    return Optional.empty();
  }

  /** Decodes the whole image in colour; see {@link #decode}. */
  default DecodedImage decodeRgb(ByteBuffer pixels) throws IOException {
    return decode(DecodeOptions.rgb(), pixels);
  }

  /**
   * The sample's value in an INT64 column; empty when it has none. A TFRecord shard does not list
   * its columns: one that it lacks is empty too.
   *
   * @throws IllegalArgumentException when the shard has no such column, or it holds something else
   */
  OptionalLong int64(String column);

  /** The sample's value in a FLOAT64 column; empty when it has none. As {@link #int64}. */
  OptionalDouble float64(String column);

  /**
   * The sample's value in a BYTES column; empty when it has none. As {@link #int64}, and a value of
   * a late column is read now.
   */
  Optional<ByteBuffer> bytes(String column) throws IOException;

  /** The sample's value in a STRING column; empty when it has none. As {@link #bytes}. */
  Optional<String> string(String column) throws IOException;

  /**
   * The columns that the sample has a value in. Of TFRecord shards the manifest names them; text in
   * one that it does not name is BYTES.
   */
  List<ColumnSpec> columns();
}
