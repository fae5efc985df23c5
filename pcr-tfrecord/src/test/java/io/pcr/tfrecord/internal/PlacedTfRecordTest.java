package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.TfRecordFiles.OPTIONS;
import static io.pcr.tfrecord.internal.TfRecordFiles.bytes;
import static io.pcr.tfrecord.internal.TfRecordFiles.compress;
import static io.pcr.tfrecord.internal.TfRecordFiles.concat;
import static io.pcr.tfrecord.internal.TfRecordFiles.framed;
import static io.pcr.tfrecord.internal.TfRecordFiles.records;
import static io.pcr.tfrecord.internal.TfRecordFiles.source;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.keys.KeyPlace;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PlacedTfRecordTest {
  @Provide
  Arbitrary<TfRecordCompression> compressions() {
    return Arbitraries.of(TfRecordCompressions.STANDARD.stream().toList());
  }

  /** Covers R-KEYS-4. */
  @Property(tries = 60)
  void recordThatWasWrittenIsReadByItsPlaceWithOneRead(
      @ForAll("compressions") TfRecordCompression compression,
      @ForAll @Size(max = 12) List<@IntRange(max = 600_000) Integer> lengths)
      throws IOException {
    List<byte[]> records =
        records(lengths.size(), lengths.stream().mapToInt(Integer::intValue).toArray());
    byte[] file = written(records, compression);
    List<KeyPlace> places = places(file, compression);
    for (int i = 0; i < records.size(); i++) {
      assertEquals(compression.isSeekable(), places.get(i).isKnown());
      if (places.get(i).isKnown()) {
        RecordingByteSource recording = new RecordingByteSource(source("file", file));
        TfRecordFile opened = TfRecordFile.known(recording, compression, OPTIONS);
        assertArrayEquals(records.get(i), bytes(opened.read(places.get(i), i)));
        assertEquals(
            List.of(
                new RecordingByteSource.Read(
                    places.get(i).storedOffset(), (int) places.get(i).storedLength())),
            recording.reads());
      }
    }
  }

  private static byte[] written(List<byte[]> records, TfRecordCompression compression)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.of(compression))) {
      for (byte[] record : records) {
        writer.write(ByteBuffer.wrap(record));
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  private static List<KeyPlace> places(byte[] file, TfRecordCompression compression)
      throws IOException {
    List<KeyPlace> places = new ArrayList<>();
    RecordPlaces of = new RecordPlaces(source("file", file), compression.kind());
    TfRecordFile opened = TfRecordFile.known(source("file", file), compression, OPTIONS);
    try (TfRecordReader reader = opened.records()) {
      for (var record = reader.next(); record.isPresent(); record = reader.next()) {
        places.add(of.of(record.get().position()));
      }
    }
    return places;
  }

  @Test
  void recordInTwoFramesHasNoPlaceAndThoseBesideItHave() throws IOException {
    List<byte[]> records = records(7, 1000, 9000, 1000);
    byte[] file = compress(TfRecordCompressions.ZSTD, framed(records));
    List<KeyPlace> places = places(file, TfRecordCompressions.ZSTD);
    assertEquals(List.of(true, false, true), places.stream().map(KeyPlace::isKnown).toList());
    TfRecordFile opened =
        TfRecordFile.known(source("file", file), TfRecordCompressions.ZSTD, OPTIONS);
    assertArrayEquals(records.get(0), bytes(opened.read(places.get(0), 0)));
    assertArrayEquals(records.get(2), bytes(opened.read(places.get(2), 2)));
  }

  @Test
  void framesThatAreSkippedAreNoPartOfThePlace() throws IOException {
    List<byte[]> records = records(5, 3000);
    byte[] frame = Zstd.compress(framed(records));
    byte[] skipped = {0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3};
    byte[] file = concat(skipped, frame, skipped);
    assertEquals(
        List.of(new KeyPlace(skipped.length, frame.length, 0)),
        places(file, TfRecordCompressions.ZSTD));
  }

  /** Covers R-KEYS-4. */
  @Property(tries = 300)
  void placeThatIsNoRecordsGivesNothing(
      @ForAll boolean isPlain,
      @ForAll @IntRange(max = 4000) int offset,
      @ForAll @IntRange(min = 1, max = 4000) int length,
      @ForAll @IntRange(max = 3000) int recordOffset)
      throws IOException {
    TfRecordCompression compression =
        isPlain ? TfRecordCompressions.NONE : TfRecordCompressions.ZSTD;
    byte[] file = written(records(3, 1000, 1500), compression);
    KeyPlace wrong = new KeyPlace(offset, length, recordOffset);
    if (!places(file, compression).contains(wrong)) {
      TfRecordFile opened = TfRecordFile.known(source("file", file), compression, OPTIONS);
      assertThrows(PcrException.class, () -> opened.read(wrong, 0));
    }
  }

  @Test
  void placeThatIsLargerThanTheLimitIsNotRead() {
    RecordingByteSource recording = new RecordingByteSource(source("file", new byte[0]));
    TfRecordFile opened =
        TfRecordFile.known(
            recording,
            TfRecordCompressions.ZSTD,
            OPTIONS.withLimits(Limits.DEFAULT.withSliceBytes(1000)));
    KeyPlace huge = new KeyPlace(0, KeyPlace.MAX_U32, 0);
    assertThrows(PcrException.LimitExceeded.class, () -> opened.read(huge, 0));
    assertTrue(recording.reads().isEmpty());
  }
}
