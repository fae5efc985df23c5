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
 * A TFRecord file, or a folder of them, of {@code tf.train.Example} messages with an image each, in
 * any compression. Features of single values become columns: int64 INT64, float FLOAT64, bytes
 * STRING where all of them are UTF-8, else BYTES. A feature that holds lists of numbers is a column
 * of their bytes, little-endian, 8 for an int64 and 4 for a float. What cannot be a column is
 * listed among the rejects, once.
 *
 * <p>Records of files without compression, and of zstd with small frames, are read where they
 * stand. Other files are decompressed beside the listing first, and stay there until the conversion
 * is done.
 *
 * @param root the file, or a folder of nothing but such files
 * @param names which features are the image, its label and its key; the others are columns
 * @param limits {@code sliceBytes} bounds a record, {@code metadataBytes} what decoding one takes
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
