package io.pcr.reader;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
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
 * <p>A sample of a {@link ShardReader}, and every buffer that the sample returns, is valid until
 * the reader is closed: it is a view of the reader's buffer, not a copy. A sample that was read
 * alone holds its own bytes and stays valid. To decode it, or to read its late columns, the dataset
 * must be open. All buffers are read-only.
 */
public interface Sample {

  /**
   * The name of the sample in the dataset. A key is data: never use it as a path without a check.
   */
  String key();

  /** The label; empty when the sample has none. */
  OptionalLong label();

  /** The sample's position in its shard. */
  int ordinal();

  /** The encoding of the image's bytes. */
  Encoding encoding();

  /**
   * The kind of file that {@link #file} returns. The encoding says it; if the encoding does not,
   * the file's first bytes do, and for a TGA also the key. Empty when all of these leave it open.
   */
  default Optional<MediaType> mediaType() {
    Optional<MediaType> told = encoding().mediaType();
    return told.isPresent() ? told : MediaType.of(key(), file());
  }

  /** In pixels; 0 when unknown. */
  int width();

  /** In pixels; 0 when unknown. */
  int height();

  /** The last group whose slice is among the bytes, which is the sample's fidelity. */
  int group();

  /** Whether damage made the fidelity lower than the caller asked for. */
  boolean isDegraded();

  /** The length of the image file in bytes. */
  int length();

  /** The image file in pieces, in order. No piece is empty. */
  List<ByteBuffer> slices();

  /** The image file in one piece. This is a copy only if the file is not stored in one piece. */
  ByteBuffer file();

  /**
   * The image as a JPEG file in one piece. This is a copy only if the file is not stored in one
   * piece.
   *
   * @throws io.pcr.format.error.PcrException.Unsupported when the image is stored in another
   *     format; {@link #file} returns it in that format
   */
  ByteBuffer jpeg() throws IOException;

  /** Writes the image file to a channel, with gathering writes if the channel supports them. */
  void writeTo(WritableByteChannel channel) throws IOException;

  /**
   * Decodes the image directly from its slices.
   *
   * @param pixels a direct buffer; the rows are put at its position, which moves to the end of the
   *     last row
   * @throws io.pcr.format.error.PcrException when the image cannot be decoded, does not fit into
   *     the buffer, or has more pixels than the limits allow
   */
  DecodedImage decode(DecodeOptions options, ByteBuffer pixels) throws IOException;

  /**
   * The size of the decoded image with these options, and the bytes that its buffer needs. Reads
   * the file's header if the metadata does not state the size.
   *
   * @throws io.pcr.format.error.PcrException when the header cannot be read
   * @throws IllegalArgumentException when the options do not fit the image
   */
  DecodedSize decodedSize(DecodeOptions options) throws IOException;

  /**
   * What the file says about the image: size, orientation and colour profile. The call reads the
   * file's header.
   *
   * @throws io.pcr.format.error.PcrException when the header is damaged, or the library does not
   *     decode this kind of file
   */
  ImageFacts imageFacts() throws IOException;

  /**
   * What the shard states about the original, the file that the sample was made from: its length
   * and kind. Empty for TFRecord shards, which store the originals unchanged.
   */
  default Optional<SourceFacts> source() {
    return Optional.empty();
  }

  /** Decodes the complete image in colour, as {@link #decode} does. */
  default DecodedImage decodeRgb(ByteBuffer pixels) throws IOException {
    return decode(DecodeOptions.rgb(), pixels);
  }

  /**
   * The sample's value in an INT64 column of scalars; empty when it has none. A TFRecord shard does
   * not list its columns, so an unknown column is empty there and not an error.
   *
   * @throws IllegalArgumentException when the shard has no such column, or the column has another
   *     type or shape
   */
  OptionalLong int64(String column) throws IOException;

  /**
   * The sample's value in a FLOAT64 column of scalars; empty when it has none. Has the same rules
   * as {@link #int64}.
   */
  OptionalDouble float64(String column) throws IOException;

  /**
   * The sample's value in a BYTES column of scalars; empty when it has none. Has the same rules as
   * {@link #int64}. The call reads the value of a late column from the shard.
   */
  Optional<ByteBuffer> bytes(String column) throws IOException;

  /**
   * The sample's value in a STRING column of scalars; empty when it has none. Has the same rules as
   * {@link #bytes}.
   */
  Optional<String> string(String column) throws IOException;

  /**
   * The sample's value in a column of any type and shape, with its elements; empty when it has
   * none. Has the same rules as {@link #bytes}.
   */
  Optional<ColumnValue> value(String column) throws IOException;

  /**
   * The columns in which the sample has a value. For TFRecord shards the manifest gives their
   * types; text in a column that the manifest does not name has the type BYTES.
   */
  List<ColumnSpec> columns();
}
