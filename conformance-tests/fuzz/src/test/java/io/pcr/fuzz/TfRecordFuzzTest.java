package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordDamage;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** TFRecord files in any compression, as they are and with their records' checksums mended. */
class TfRecordFuzzTest {
  private static final TfRecordReadOptions OPTIONS =
      TfRecordReadOptions.DEFAULT
          .withLimits(Limits.DEFAULT.withSliceBytes(1 << 20))
          .withChunkBytes(4 << 10);

  static Stream<Arguments> seeds() {
    return Seeds.vectors(".tfrecord", ".tfrecord.gz", ".tfrecord.zlib", ".tfrecord.zst");
  }

  @MethodSource("seeds")
  @FuzzTest
  void records(byte[] file) {
    FuzzRead.refuses(() -> readAll(file));
    byte[] mended = Mending.tfRecord(file);
    FuzzRead.refuses(() -> readAll(mended));
    FuzzRead.refuses(() -> skipDamage(file));
  }

  private static void readAll(byte[] bytes) throws IOException {
    TfRecordFile file = TfRecordFile.open(Seeds.source(bytes), OPTIONS);
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    try (TfRecordReader records = file.records()) {
      for (Optional<TfRecord> next = records.next(); next.isPresent(); next = records.next()) {
        TfRecord record = next.get();
        framed.writeBytes(frame(record.data()));
        if (file.compression().isSeekable()) {
          assertEquals(
              record.data(), file.read(record.position(), record.origin().number()).data());
        }
      }
    }
    if (file.compression().isPlain()) {
      assertArrayEquals(bytes, framed.toByteArray());
    }
  }

  private static byte[] frame(ByteBuffer data) {
    ByteBuffer framed =
        ByteBuffer.allocate(data.remaining() + TfRecordLayout.OVERHEAD)
            .order(ByteOrder.LITTLE_ENDIAN);
    RecordFraming.putHeader(framed, data.remaining());
    framed.put(data.duplicate());
    RecordFraming.putFooter(framed, data.duplicate());
    return framed.array();
  }

  private static void skipDamage(byte[] bytes) throws IOException {
    TfRecordReadOptions skipping = OPTIONS.withDamage(TfRecordDamage.SKIP);
    TfRecordFile file = TfRecordFile.open(Seeds.source(bytes), skipping);
    long seen = 0;
    long last = -1;
    try (TfRecordReader records = file.records()) {
      for (Optional<TfRecord> next = records.next(); next.isPresent(); next = records.next()) {
        seen++;
        last = next.get().origin().number();
      }
      // Some of the skipped may stand behind the last that is whole.
      assertTrue(last < seen + records.skipped());
    }
  }
}
