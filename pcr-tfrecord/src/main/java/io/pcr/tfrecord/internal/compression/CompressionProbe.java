package io.pcr.tfrecord.internal.compression;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Finds out what one file is compressed with, from its bytes alone. */
final class CompressionProbe {
  private final TfRecordCompressions compressions;
  private final ByteSource source;

  CompressionProbe(TfRecordCompressions compressions, ByteSource source) {
    this.compressions = compressions;
    this.source = source;
  }

  TfRecordCompression probe() throws IOException {
    if (source.length() == 0) {
      return TfRecordCompressions.NONE;
    }
    byte[] head = head();
    return find(head)
        .orElseThrow(
            () ->
                new PcrException.NotPcr(
                    new FieldLocation("TfRecordFile.compression", 0, source.toString()),
                    HexFormat.of().formatHex(head),
                    "a record's length and its checksum, or " + compressed()));
  }

  private byte[] head() throws IOException {
    byte[] head = new byte[(int) Math.min(TfRecordLayout.HEADER_LENGTH, source.length())];
    source.readFully(0, ByteBuffer.wrap(head));
    return head;
  }

  private Optional<TfRecordCompression> find(byte[] head) throws IOException {
    for (TfRecordCompression compression : compressions) {
      ByteBuffer view = ByteBuffer.wrap(head).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
      if (compression.isShownBy(view, source)) {
        return Optional.of(compression);
      }
    }
    return Optional.empty();
  }

  /** As in "gzip, zlib or zstd". */
  private String compressed() {
    List<String> labels =
        compressions.stream()
            .filter(compression -> !compression.isPlain())
            .map(TfRecordCompression::label)
            .toList();
    int last = labels.size() - 1;
    return String.join(", ", labels.subList(0, last)) + " or " + labels.get(last);
  }
}
