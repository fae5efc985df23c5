package io.pcr.tfrecord.internal.compression;

import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.manifest.Compression;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Locale;

/**
 * All that is to be known of one way to compress a whole TFRecord file. Implementations are
 * stateless. Another one is added by assigning it a {@link Compression}, implementing this, and
 * listing it in {@link TfRecordCompressions#STANDARD}.
 */
public interface TfRecordCompression {
  /** What manifests call it: its frozen id, its name, and the suffix of its files. */
  Compression kind();

  /** The levels that {@link #sink} takes. */
  CompressionLevels levels();

  /** The strategies that {@link #sink} takes; the first is the default. */
  default List<ZlibStrategy> strategies() {
    return List.of(ZlibStrategy.DEFAULT);
  }

  /** Whether a record can be read without reading all those before it. */
  boolean isSeekable();

  /** Whether the file's bytes are those of the records, so that each can be read where it is. */
  default boolean isPlain() {
    return false;
  }

  /**
   * Whether a file is compressed in this way, as far as its first bytes show. No file may be taken
   * by two compressions.
   *
   * @param head the first bytes, as many as a record's header has or as there are; little-endian
   * @param source the whole file, which is not empty
   */
  boolean isShownBy(ByteBuffer head, ByteSource source) throws IOException;

  /**
   * Begins to decode a file. Whoever calls this closes what it returns, and the source after that.
   *
   * @param position where in the file to begin: 0, or a {@link DecodeStart} that decoding or a sink
   *     gave
   * @param chunkBytes how much is read at once
   */
  DecodedBytes decode(ByteSource source, long position, int chunkBytes) throws IOException;

  /**
   * Begins to write a file. Whoever calls this closes what it returns, which leaves the channel
   * open.
   *
   * @param level one of {@link #levels}
   * @param strategy one of {@link #strategies}
   */
  BlockSink sink(WritableByteChannel channel, int level, ZlibStrategy strategy);

  /** The frozen id. */
  default int id() {
    return kind().id();
  }

  /** The end of a shard's name, with its dot. */
  default String suffix() {
    return kind().suffix();
  }

  /** The lower-case name for options and reports. */
  default String label() {
    return kind().name().toLowerCase(Locale.ROOT);
  }

  /** Its label and what it can be told, for the help of commands. */
  default String description() {
    CompressionLevels levels = levels();
    String text = label();
    if (levels.isChoice()) {
      text += " with levels " + levels + " (default " + levels.usual() + ")";
    }
    if (strategies().size() > 1) {
      List<String> names = strategies().stream().map(TfRecordCompression::label).toList();
      text += " and the strategies " + String.join(", ", names);
    }
    return text;
  }

  /** The name of a strategy in options. */
  static String label(ZlibStrategy strategy) {
    return strategy.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
