package io.pcr.writer.internal.source.tfrecord;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.TfRecordDamage;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import io.pcr.writer.internal.source.archive.ArchiveInput;
import io.pcr.writer.internal.source.archive.ArchiveStamp;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Copies of compressed files whose records cannot be read one by one: in a copy a record's data is
 * where it would be in a file without compression. Each is made when it is first wanted, and goes
 * with the folder it is in. Thread-safe.
 */
final class UnpackedRecords {
  private final TfRecordSourceOptions options;
  private final Path folder;
  private final Map<ArchiveStamp, ArchiveStamp> copies = new HashMap<>();

  UnpackedRecords(TfRecordSourceOptions options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  /** The folder that the copies are in. */
  Path folder() {
    return folder;
  }

  /** The copy of a file. */
  synchronized ArchiveStamp copy(ArchiveStamp file) throws IOException {
    ArchiveStamp known = copies.get(file);
    if (known == null) {
      String name = "unpacked-" + copies.size();
      unpack(file, folder.resolve(name));
      known = ArchiveStamp.now(folder, name);
      copies.put(file, known);
    }
    return known;
  }

  private void unpack(ArchiveStamp file, Path copy) throws IOException {
    TfRecordReadOptions read =
        TfRecordReadOptions.DEFAULT.withLimits(options.limits()).withDamage(TfRecordDamage.SKIP);
    try (ByteSource source = ArchiveInput.open(ArchiveStamp.path(options.root(), file.name()));
        TfRecordReader reader = TfRecordFile.open(source, read).records();
        FileChannel out = OwnFile.create(copy)) {
      copy(reader, out);
    } catch (PcrException | ArchiveInput.Unreadable e) {
      // What is behind the damage was not listed either; a record that was is missing in the copy.
    }
  }

  private static void copy(TfRecordReader reader, FileChannel out) throws IOException {
    reader.forEach(
        record -> {
          write(out, record.data(), positionOf(record.origin().offset()));
          return true;
        });
  }

  /** Where the data of a record stands in a copy. */
  static long positionOf(long decodedOffset) {
    return decodedOffset + TfRecordLayout.DATA_OFFSET;
  }

  private static void write(FileChannel out, ByteBuffer data, long position) throws IOException {
    ByteBuffer rest = data.duplicate();
    while (rest.hasRemaining()) {
      out.write(rest, position + rest.position() - data.position());
    }
  }
}
