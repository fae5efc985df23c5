package io.pcr.tfrecord.internal;

import com.github.luben.zstd.Zstd;
import io.pcr.codecs.internal.zlib.ZlibDeflater;
import io.pcr.codecs.internal.zlib.ZlibFlush;
import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes TFRecord files in memory, and reads them. */
final class TfRecordFiles {
  /** Chunks so small that every file here takes several. */
  static final TfRecordReadOptions OPTIONS = TfRecordReadOptions.DEFAULT.withChunkBytes(4 << 10);

  private TfRecordFiles() {}

  /** Records of these lengths, of seeded bytes. */
  static List<byte[]> records(long seed, int... lengths) {
    Random random = new Random(seed);
    List<byte[]> records = new ArrayList<>();
    for (int length : lengths) {
      byte[] record = new byte[length];
      random.nextBytes(record);
      records.add(record);
    }
    return records;
  }

  static byte[] framed(List<byte[]> records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] record : records) {
      out.writeBytes(framed(record.length, record));
    }
    return out.toByteArray();
  }

  /** A record whose header says {@code length}, whatever its data is. */
  static byte[] framed(long length, byte[] data) {
    ByteBuffer out = ByteBuffer.allocate(data.length + TfRecordLayout.OVERHEAD);
    RecordFraming.putHeader(out, length);
    out.put(data);
    RecordFraming.putFooter(out, ByteBuffer.wrap(data));
    return out.array();
  }

  /** Of ZSTD two frames, if there are two bytes. */
  static byte[] compress(TfRecordCompression compression, byte[] bytes) {
    return switch (compression.label()) {
      case "none" -> bytes;
      case "gzip" -> deflate(ZlibFraming.GZIP, bytes);
      case "zlib" -> deflate(ZlibFraming.ZLIB, bytes);
      case "zstd" -> {
        int half = bytes.length / 2;
        byte[] first = Arrays.copyOf(bytes, half);
        byte[] second = Arrays.copyOfRange(bytes, half, bytes.length);
        yield concat(Zstd.compress(first), Zstd.compress(second));
      }
      default -> throw new AssertionError(compression);
    };
  }

  static byte[] deflate(ZlibFraming framing, byte[] bytes) {
    try (ZlibDeflater deflater = new ZlibDeflater(framing, 6, ZlibStrategy.DEFAULT)) {
      ByteBuffer out = ByteBuffer.allocate(bytes.length + bytes.length / 100 + 1024);
      deflater.deflate(ByteBuffer.wrap(bytes), out, ZlibFlush.FINISH);
      byte[] result = new byte[out.position()];
      out.get(0, result);
      return result;
    }
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  static ByteSource source(String name, byte[] bytes) {
    return new MemoryByteSource(name, ByteBuffer.wrap(bytes));
  }

  static TfRecordFile open(byte[] bytes) throws IOException {
    return open(bytes, OPTIONS);
  }

  static TfRecordFile open(byte[] bytes, TfRecordReadOptions options) throws IOException {
    return TfRecordFile.open(source("train-0.tfrecord", bytes), options);
  }

  /** The data of all records that are left. */
  static List<byte[]> drain(TfRecordReader reader) throws IOException {
    List<byte[]> all = new ArrayList<>();
    for (var record = reader.next(); record.isPresent(); record = reader.next()) {
      all.add(bytes(record.get()));
    }
    return all;
  }

  static List<byte[]> readAll(byte[] file) throws IOException {
    return readAll(file, OPTIONS);
  }

  static List<byte[]> readAll(byte[] file, TfRecordReadOptions options) throws IOException {
    try (TfRecordReader reader = open(file, options).records()) {
      return drain(reader);
    }
  }

  static byte[] bytes(TfRecord record) {
    byte[] bytes = new byte[record.data().remaining()];
    record.data().get(0, bytes);
    return bytes;
  }
}
