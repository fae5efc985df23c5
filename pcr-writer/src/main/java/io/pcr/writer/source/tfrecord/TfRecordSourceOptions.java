package io.pcr.writer.source.tfrecord;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.writer.source.SourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A TFRecord file, or a folder of them, of any compression. Each record is a {@code
 * tf.train.Example} with an image. Features with single values become columns: int64 becomes INT64,
 * float becomes FLOAT64, and bytes become STRING if all of them are UTF-8, otherwise BYTES. A
 * feature with lists of numbers becomes a column of bytes, little-endian, with 8 for an int64 and 4
 * for a float. A feature that cannot be a column is listed once among the rejects. Immutable and
 * thread-safe.
 *
 * <p>Records of files without compression, and of zstd files with small frames, are read directly
 * from the file. Other files are first decompressed into the folder of the run, and stay there
 * until the conversion is done.
 *
 * @param root the file, or a folder with only such files
 * @param names which features are the image, its label and its key; the others are columns
 * @param limits {@code sliceBytes} limits the size of a record, {@code metadataBytes} the memory
 *     for decoding one
 */
public record TfRecordSourceOptions(Path root, FeatureNames names, Limits limits)
    implements SourceOptions {
  public TfRecordSourceOptions {
    requireNonNull(root, "root");
    requireNonNull(names, "names");
    requireNonNull(limits, "limits");
  }

  /** A file or folder with TF-slim's names. */
  public static TfRecordSourceOptions of(Path root) {
    return new TfRecordSourceOptions(root, FeatureNames.DEFAULT, Limits.DEFAULT);
  }

  /** These options with other names. */
  public TfRecordSourceOptions withNames(FeatureNames value) {
    return new TfRecordSourceOptions(root, value, limits);
  }

  /**
   * Whether a file begins as a TFRecord file does, in whatever compression: its first record's
   * length has a checksum that holds. A file of no bytes has no records, and is none here.
   */
  public static boolean isTfRecord(ByteSource file) throws IOException {
    if (file.length() == 0) {
      return false;
    }
    try (var records = TfRecordFile.open(file, TfRecordReadOptions.DEFAULT).records()) {
      records.next();
      return true;
    } catch (PcrException.LimitExceeded e) {
      return true;
    } catch (PcrException e) {
      return e.field().equals("TfRecord[0].data") || e.field().equals("TfRecord[0].data_crc");
    }
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("source", root.toAbsolutePath().normalize().toString());
    options.put("source-kind", "tfrecord");
    options.put("features", names.toString());
    options.put("max-record-bytes", Long.toString(limits.sliceBytes()));
    return options;
  }
}
