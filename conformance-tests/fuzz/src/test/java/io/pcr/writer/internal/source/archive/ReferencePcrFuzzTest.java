package io.pcr.writer.internal.source.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.CodedOutputStream;
import io.pcr.fuzz.FuzzRead;
import io.pcr.fuzz.Seeds;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Folders of the reference implementation: the first two bytes are the length of the index, the
 * rest is the one record.
 */
class ReferencePcrFuzzTest {
  private static final String RECORD = "PCR_0.pcr";

  @TempDir static Path folder;

  static Stream<Arguments> seeds() {
    return Stream.of(
        Seeds.seed("one image", folder(1, 2, false)),
        Seeds.seed("packed labels", folder(3, 3, true)),
        Seeds.seed("no image", folder(0, 1, false)));
  }

  private static byte[] folder(int images, int groups, boolean isPacked) {
    try {
      ByteArrayOutputStream record = new ByteArrayOutputStream();
      ByteArrayOutputStream entry = new ByteArrayOutputStream();
      CodedOutputStream index = CodedOutputStream.newInstance(entry);
      index.writeString(1, RECORD);
      byte[] labels = labels(images, isPacked);
      index.writeInt32(2, labels.length);
      record.writeBytes(labels);
      for (int group = 0; group < groups; group++) {
        byte[] slices = slices(images, group);
        index.writeInt32(2, slices.length);
        record.writeBytes(slices);
      }
      index.flush();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      CodedOutputStream entries = CodedOutputStream.newInstance(all);
      entries.writeByteArray(1, entry.toByteArray());
      entries.flush();
      return ByteBuffer.allocate(Short.BYTES + all.size() + record.size())
          .putShort((short) all.size())
          .put(all.toByteArray())
          .put(record.toByteArray())
          .array();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] labels(int images, boolean isPacked) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(message);
    if (isPacked) {
      out.writeByteArray(1, new byte[images]);
    }
    for (int i = 0; i < images && !isPacked; i++) {
      out.writeInt32(1, i);
    }
    out.flush();
    return message.toByteArray();
  }

  private static byte[] slices(int images, int group) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(message);
    for (int i = 0; i < images; i++) {
      out.writeByteArray(1, new byte[] {(byte) group, (byte) i});
    }
    out.flush();
    return message.toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest
  void folder(byte[] data) throws IOException {
    if (data.length < Short.BYTES) {
      return;
    }
    ByteBuffer in = ByteBuffer.wrap(data);
    byte[] index = new byte[Math.min(Short.toUnsignedInt(in.getShort()), in.remaining())];
    in.get(index);
    byte[] record = new byte[in.remaining()];
    in.get(record);
    Files.write(folder.resolve(ReferencePcrOptions.INDEX_NAME), index);
    Files.write(folder.resolve(RECORD), record);
    FuzzRead.refuses(ReferencePcrFuzzTest::readAll);
  }

  private static void readAll() throws IOException {
    ReferencePcrSource input = new ReferencePcrSource(ReferencePcrOptions.of(folder));
    Path listing = folder.resolve("listing");
    try (RejectLog rejects = RejectLog.open(folder.resolve("rejects.jsonl"), 0)) {
      input.list(listing, rejects, found -> {});
    }
    try (SampleSource source = input.open(listing);
        SampleSource.Reader reader = source.reader()) {
      for (long i = 0; i < source.count(); i++) {
        int length = reader.read(i).bytes().remaining();
        assertEquals(source.sizeOf(i), length);
      }
    }
  }
}
