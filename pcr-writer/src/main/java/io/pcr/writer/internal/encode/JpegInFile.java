package io.pcr.writer.internal.encode;

import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.format.media.MediaType;
import io.pcr.writer.internal.source.SourceSample;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The JPEG in a file, which may have something else in front of it. Immutable.
 *
 * @param leading how many bytes stand in front of it
 */
record JpegInFile(ByteBuffer file, int leading) {
  /**
   * What a file named as a JPEG has in front of one; none when it begins as an image does.
   *
   * <p>Three bytes are little evidence, so the name has to say the same.
   */
  static JpegInFile of(SourceSample sample) {
    String key = sample.key().toLowerCase(Locale.ROOT);
    boolean named = key.endsWith(".jpg") || key.endsWith(".jpeg");
    boolean isSought = named && MediaType.sniff(sample.bytes()).isEmpty();
    int leading = isSought ? MarkerScanner.leadingBytes(sample.bytes()).orElse(0) : 0;
    return new JpegInFile(sample.bytes(), leading);
  }

  /** From its start to the file's end. */
  ByteBuffer jpeg() {
    return file.slice(file.position() + leading, file.remaining() - leading);
  }

  /** The file's literals, of which the first begins with what stands in front. */
  List<ByteBuffer> literals(List<ByteBuffer> jpegLiterals) {
    List<ByteBuffer> literals = new ArrayList<>(jpegLiterals);
    literals.set(0, file.slice(file.position(), leading + jpegLiterals.get(0).remaining()));
    return literals;
  }
}
