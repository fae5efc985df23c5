package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.restore.RestoreDirectory;
import io.pcr.format.internal.restore.RestorePatch;
import io.pcr.format.internal.restore.RestoreRecipe;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.restore.RestoreRegionLayout;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.TrailerLayout;
import io.pcr.format.internal.tables.RestoreDirectoryTable;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands in a restore region before compression; the first byte says what it is taken for. */
class RestoreFuzzTest {
  private static final Origin ORIGIN = new Origin("fuzzed", 0);
  private static final Limits LIMITS = Limits.DEFAULT.withSliceBytes(1 << 20);
  private static final byte[] BASE = new byte[100];
  private static final byte DIRECTORY = 0;
  private static final byte RECIPE = 1;
  private static final byte PATCH = 2;

  static Stream<Arguments> seeds() {
    return Seeds.parts(RestoreFuzzTest::parts, ".pcr");
  }

  private static List<byte[]> parts(byte[] file) {
    List<byte[]> parts = new ArrayList<>();
    try {
      ByteSource source = Seeds.source(file);
      ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
      int samples = shard.metadata().sampleCount();
      Optional<Region> region = shard.regions().restore();
      if (region.isPresent() && region.get().end() + TrailerLayout.LENGTH <= file.length) {
        parts.add(tagged(DIRECTORY, directoryOf(file, (int) region.get().offset())));
        RestoreRegion restore = RestoreRegion.open(source, region.get(), samples, LIMITS);
        for (int sample = 0; sample < samples; sample++) {
          RestoreRecord record = restore.record(sample);
          switch (record.kind()) {
            case RECIPE -> parts.add(tagged(RECIPE, record.bytes()));
            case PATCH -> parts.add(tagged(PATCH, record.bytes()));
            case NONE, SAME, ORIGINAL -> {}
          }
        }
      }
    } catch (IOException e) {
      // One of the bad ones; what was found before the damage is a seed as good as any.
    }
    return parts;
  }

  private static ByteBuffer directoryOf(byte[] file, int region) throws PcrException {
    ByteBuffer shard = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int start = region + RestoreRegionLayout.DIRECTORY_OFFSET;
    int most = file.length - start;
    ByteBuffer frame = shard.slice(start, Math.max(0, Math.min(shard.getInt(region), most)));
    return ByteBuffer.wrap(
        ZstdFrame.decompress(frame, Limit.METADATA_BYTES, 1 << 20, "RestoreDirectory", ORIGIN));
  }

  private static byte[] tagged(byte kind, ByteBuffer content) {
    return ByteBuffer.allocate(1 + content.remaining()).put(kind).put(content).array();
  }

  @MethodSource("seeds")
  @FuzzTest
  void restoreData(byte[] data) {
    if (data.length == 0) {
      return;
    }
    ByteBuffer content = ByteBuffer.wrap(data, 1, data.length - 1).slice();
    switch (data[0]) {
      case DIRECTORY -> FuzzRead.refuses(() -> directory(content));
      case RECIPE -> FuzzRead.refuses(() -> recipe(content));
      default -> FuzzRead.refuses(() -> patch(content));
    }
  }

  private static void directory(ByteBuffer content) throws PcrException {
    RestoreDirectoryTable table =
        RestoreDirectoryTable.decode(ByteBuffer.wrap(Seeds.bytes(content)), ORIGIN);
    assertEquals(table, RestoreDirectoryTable.decode(table.encode(), ORIGIN));
    long end = 0;
    for (int i = 0; i < table.frameLengths().remaining(); i++) {
      end += table.frameLengths().get(i) & 0xFFFFFFFFL;
    }
    int samples = table.kinds().remaining();
    ByteBuffer frame = ByteBuffer.wrap(ZstdFrame.compressTables(content));
    RestoreDirectory directory = RestoreDirectory.decode(frame, samples, end, LIMITS, ORIGIN);
    long records = 0;
    for (int sample = 0; sample < samples; sample++) {
      int frameOf = directory.frameOf(sample);
      long recordEnd = (long) directory.recordOffset(sample) + directory.recordLength(sample);
      assertTrue(recordEnd <= directory.contentLength(frameOf));
      assertEquals(table.kinds().get(sample), directory.kind(sample).id());
      records += directory.recordLength(sample);
    }
    long contents = 0;
    for (int i = 0; i < directory.frameCount(); i++) {
      assertEquals(table.frameLengths().get(i) & 0xFFFFFFFFL, directory.frameLength(i));
      contents += directory.contentLength(i);
    }
    assertEquals(records, contents);
  }

  private static void recipe(ByteBuffer content) throws PcrException {
    assertEquals(content, RestoreRecipe.decode(content, LIMITS, ORIGIN).encode().bytes());
  }

  private static void patch(ByteBuffer content) throws PcrException {
    RestorePatch patch = RestorePatch.decode(content, LIMITS, ORIGIN);
    assertEquals(content, patch.encode().bytes());
    patch.apply(BASE, LIMITS, ORIGIN);
  }
}
