package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.format.source.RecordingByteSource.Read;
import io.pcr.reader.http.FolderServer;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Liquid shards: whole, by format, sample by sample; from memory, from disk, over HTTP. */
class LiquidShardTest {
  private static final LiquidTestShard SHARD = LiquidTestShard.of(11, 23);

  @TempDir Path directory;

  private final ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT);
  private RecordingByteSource source;

  private ContainerShard open(byte[] shard, ReaderContext in) {
    source = new RecordingByteSource(new MemoryByteSource("s.pcrl", ByteBuffer.wrap(shard)));
    return new ContainerShard("s.pcrl", Optional.empty(), () -> source, in);
  }

  private ContainerShard open() {
    return open(SHARD.bytes(), context);
  }

  private static ReaderContext onDamage(OnDamage policy) {
    return new ReaderContext(ReaderOptions.builder().onDamage(policy).build());
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static Region region(Encoding format) {
    return SHARD.file().regions().find(RegionKind.FORMAT, format.id()).orElseThrow();
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    context.close();
    assertEquals(0, context.buffersInUse());
    assertEquals(0, context.openFiles());
  }

  // Covers R-LIQUID-1, R-LIQUID-3
  @Test
  void wholeShardGivesEverySampleInOrderWithItsMediaType() throws IOException {
    try (ShardReader reader = open().read(Fidelity.FULL)) {
      int number = 0;
      for (Sample sample : reader) {
        Encoding encoding = SHARD.encoding(number);
        assertEquals(SHARD.key(number), sample.key());
        assertEquals(number, sample.ordinal());
        assertEquals(encoding, sample.encoding());
        assertEquals(encoding.mediaType(), sample.mediaType());
        assertEquals(sample.mediaType(), MediaType.sniff(sample.file()));
        assertArrayEquals(SHARD.content(number), bytes(sample.file()));
        assertEquals(SHARD.content(number).length, sample.length());
        assertEquals("note " + number, sample.string("note").orElseThrow());
        number++;
      }
      assertEquals(SHARD.sampleCount(), number);
    }
  }

  // Covers R-LIQUID-2
  @Test
  void oneFormatIsOneSequentialReadOfItsRegionAndNothingElse() throws IOException {
    ContainerShard shard = open();
    assertEquals(LiquidTestShard.FORMATS, shard.formats());
    for (Encoding format : shard.formats()) {
      source.clear();
      try (ShardReader reader = shard.readFormat(format)) {
        Region region = region(format);
        assertEquals(List.of(new Read(region.offset(), (int) region.length())), source.reads());
        List<Integer> ordinals = new ArrayList<>();
        for (Sample sample : reader) {
          assertEquals(format, sample.encoding());
          assertArrayEquals(SHARD.content(sample.ordinal()), bytes(sample.file()));
          ordinals.add(sample.ordinal());
        }
        assertEquals(SHARD.ordinals(format), ordinals);
        assertEquals(ordinals.size(), reader.sampleCount());
        assertEquals(Fidelity.FULL, reader.fidelity());
        int last = reader.sampleCount() - 1;
        assertEquals(ordinals.get(last), reader.sample(last).orElseThrow().ordinal());
        assertThrows(IndexOutOfBoundsException.class, () -> reader.sample(last + 1));
        // A column that was not read along is read when it is asked for.
        Sample first = reader.sample(0).orElseThrow();
        assertArrayEquals(
            LiquidTestShard.mask(first.ordinal()), bytes(first.bytes("mask").orElseThrow()));
        assertEquals(1, source.reads().size() - 1);
      }
    }
  }

  @Test
  void formatThatDoesNotOccurIsEmptyAndOneOfAnotherVariantIsRefused() throws IOException {
    LiquidTestShard few = LiquidTestShard.of(3, 1);
    ContainerShard shard = open(few.bytes(), context);
    Encoding absent = few.encoding(0) == Encoding.RAW ? Encoding.BMP : Encoding.RAW;
    assertEquals(List.of(few.encoding(0)), shard.formats());
    try (ShardReader reader = shard.readFormat(absent)) {
      assertEquals(0, reader.sampleCount());
      assertFalse(reader.iterator().hasNext());
    }
    assertThrows(IllegalArgumentException.class, () -> shard.readFormat(Encoding.PROGRESSIVE_JPEG));
    TestShard progressive = TestShard.ofNoise(1, 3, 50);
    ContainerShard pcr =
        new ContainerShard(
            "p.pcr",
            Optional.empty(),
            () -> new MemoryByteSource("p.pcr", ByteBuffer.wrap(progressive.bytes())),
            context);
    assertEquals(List.of(), pcr.formats());
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> pcr.readFormat(Encoding.RAW));
    assertTrue(e.getMessage().contains("p.pcr"), e.getMessage());
  }

  // Covers R-LIQUID-6
  @Test
  void everyFormatDecodesToThePixelsThatWentIn() throws IOException {
    try (ShardReader reader = open().read(Fidelity.FULL)) {
      for (Sample sample : reader) {
        ByteBuffer pixels = ByteBuffer.allocateDirect(1 << 16).position(3);
        assertEquals(sample.width(), sample.decodeRgb(pixels).width());
        int end = pixels.position();
        assertEquals(3 + 3 * sample.width() * sample.height(), end);
        ByteBuffer expected = SHARD.rgb(sample.ordinal());
        assertEquals(expected, pixels.flip().position(3), sample.encoding().toString());
        if (sample.encoding() != Encoding.JPEG) {
          ByteBuffer part = ByteBuffer.allocateDirect(1 << 12);
          Crop crop = new Crop(2, 1, 5, 4);
          sample.decode(DecodeOptions.rgb().withCrop(crop).withRowStride(20), part);
          assertEquals(3 * 20 + 15, part.position());
          for (int y = 0; y < 4; y++) {
            int from = ((1 + y) * sample.width() + 2) * 3;
            assertEquals(expected.slice(from, 15), part.slice(20 * y, 15));
          }
        }
        ByteBuffer grey = ByteBuffer.allocateDirect(1 << 14);
        DecodeOptions half = DecodeOptions.of(PixelFormat.GREY).withScale(Scale.HALF);
        assertEquals((sample.width() + 1) / 2, sample.decode(half, grey).width());
      }
    }
  }

  // Covers R-LIQUID-3
  @Test
  void jpegIsGivenWhereItIsOneAndRefusedByNameElsewhere() throws IOException {
    ContainerShard shard = open();
    for (int i = 0; i < SHARD.sampleCount(); i++) {
      Sample sample = shard.sample(i, Fidelity.FULL);
      if (sample.encoding() == Encoding.JPEG) {
        assertArrayEquals(SHARD.content(i), bytes(sample.jpeg()));
      } else {
        PcrException.Unsupported e = assertThrows(PcrException.Unsupported.class, sample::jpeg);
        assertEquals(ErrorCode.UNSUPPORTED, e.code());
        String mime = sample.mediaType().orElseThrow().mimeType();
        assertTrue(e.getMessage().contains(mime), e.getMessage());
      }
    }
  }

  // Covers R-LIQUID-5
  @Test
  void thereIsOneFidelityAndAHigherOneIsRefusedInPlainWords() throws IOException {
    ContainerShard shard = open();
    assertEquals(1, shard.groupCount());
    assertArrayEquals(SHARD.content(4), bytes(shard.sample(4, Fidelity.group(1)).file()));
    for (int group : new int[] {2, 8}) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class, () -> shard.sample(4, Fidelity.group(group)));
      assertTrue(e.getMessage().contains("only full"), e.getMessage());
      assertThrows(IllegalArgumentException.class, () -> shard.read(Fidelity.group(group)));
    }
  }

  @Test
  void sampleByItselfIsOneReadOfItsBytesAlone() throws IOException {
    ContainerShard shard = open();
    assertEquals(SHARD.sampleCount(), shard.sampleCount());
    for (int i = 0; i < SHARD.sampleCount(); i++) {
      source.clear();
      Sample sample = shard.sample(i, Fidelity.FULL);
      assertArrayEquals(SHARD.content(i), bytes(sample.file()));
      long position = SHARD.file().layout().slicePosition(1, i);
      assertEquals(List.of(new Read(position, SHARD.content(i).length)), source.reads());
    }
  }

  @Test
  void damagedSampleCostsItselfAlone() throws IOException {
    int victim = SHARD.ordinals(Encoding.RAW).get(1);
    byte[] damaged = SHARD.bytes();
    damaged[(int) SHARD.file().layout().slicePosition(1, victim) + 9] ^= 4;
    try (ReaderContext skip = onDamage(OnDamage.SKIP);
        ReaderContext degrade = onDamage(OnDamage.DEGRADE)) {
      for (ReaderContext lenient : List.of(skip, degrade)) {
        ContainerShard shard = open(damaged, lenient);
        try (ShardReader raw = shard.readFormat(Encoding.RAW);
            ShardReader all = shard.read(Fidelity.FULL)) {
          assertEquals(SHARD.ordinals(Encoding.RAW).size() - 1, count(raw));
          assertEquals(SHARD.sampleCount() - 1, count(all));
          assertEquals(new DamageCounts(0, 1), raw.damage());
          assertTrue(raw.sample(1).isEmpty());
        }
      }
    }
    ContainerShard shard = open(damaged, context);
    try (ShardReader raw = shard.readFormat(Encoding.RAW);
        ShardReader png = shard.readFormat(Encoding.PNG)) {
      PcrException.Corrupt e = assertThrows(PcrException.Corrupt.class, () -> raw.sample(1));
      assertEquals(ErrorCode.CHECKSUM_MISMATCH, e.code());
      assertTrue(e.getMessage().contains("s.pcrl"), e.getMessage());
      Iterator<Sample> samples = raw.iterator();
      assertEquals(SHARD.ordinals(Encoding.RAW).get(0), samples.next().ordinal());
      assertThrows(UncheckedIOException.class, samples::next);
      assertEquals(SHARD.ordinals(Encoding.RAW).get(2), samples.next().ordinal());
      assertEquals(SHARD.ordinals(Encoding.PNG).size(), count(png));
    }
    assertThrows(PcrException.Corrupt.class, () -> shard.sample(victim, Fidelity.FULL));
  }

  private static int count(ShardReader reader) {
    int count = 0;
    for (Sample sample : reader) {
      assertEquals(SHARD.key(sample.ordinal()), sample.key());
      count++;
    }
    return count;
  }

  @Test
  void fileCutInsideARegionGivesWhatIsLeftOfItOrFails() throws IOException {
    List<Integer> raw = SHARD.ordinals(Encoding.RAW);
    long cut = SHARD.file().layout().slicePosition(1, raw.get(2)) + 5;
    byte[] start = Arrays.copyOf(SHARD.bytes(), (int) cut);
    try (ReaderContext skip = onDamage(OnDamage.SKIP);
        ShardReader reader = open(start, skip).readFormat(Encoding.RAW)) {
      assertEquals(2, count(reader));
      assertEquals(raw.size() - 2, reader.damage().skipped());
    }
    ContainerShard strict = open(start, context);
    assertThrows(PcrException.Truncated.class, () -> strict.readFormat(Encoding.RAW));
    try (ShardReader jpeg = strict.readFormat(Encoding.JPEG)) {
      assertEquals(SHARD.ordinals(Encoding.JPEG).size(), count(jpeg));
    }
  }

  // Covers R-LIQUID-3, R-LIQUID-4
  @Test
  void sampleThatIsNotOfItsEncodingIsRefusedWhenItIsDecoded() throws IOException {
    byte[] jpeg = SHARD.content(SHARD.ordinals(Encoding.JPEG).get(0));
    byte[] bmp = SHARD.content(SHARD.ordinals(Encoding.BMP).get(0));
    for (Encoding format : LiquidTestShard.FORMATS) {
      byte[] wrong = format == Encoding.JPEG ? bmp : jpeg;
      LiquidTestShard lie = LiquidTestShard.lie(format, wrong);
      Sample sample = open(lie.bytes(), context).sample(0, Fidelity.FULL);
      assertArrayEquals(wrong, bytes(sample.file()));
      PcrException e =
          assertThrows(
              PcrException.class, () -> sample.decodeRgb(ByteBuffer.allocateDirect(1 << 16)));
      assertSame(PcrException.Corrupt.class, e.getClass(), format.toString());
    }
  }

  @Test
  void datasetOfBothVariantsIsOneKeySpaceFromDiskAndOverHttp() throws IOException {
    TestShard pcr = TestShard.ofNoise(5, 9, 300);
    Files.write(directory.resolve("part-00000.pcr"), pcr.bytes());
    Files.write(directory.resolve("part-00001.pcrl"), SHARD.bytes());
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .groups(TestShard.GROUPS, Optional.empty())
            .columns(
                Stream.of(pcr.file(), SHARD.file())
                    .flatMap(shard -> shard.metadata().columns().stream())
                    .map(column -> DatasetColumn.of(column.spec()))
                    .distinct()
                    .toList())
            .add(
                List.of(
                    ShardEntries.of("part-00000.pcr", pcr.file(), RestoreExtent.NONE),
                    ShardEntries.of("part-00001.pcrl", SHARD.file(), RestoreExtent.NONE)))
            .build();
    Files.write(directory.resolve(Manifest.FILE_NAME), bytes(manifest.encode()));
    try (FolderServer server = FolderServer.start(directory);
        PcrDataset local = PcrDataset.open(directory);
        PcrDataset remote = PcrDataset.open(server.uri())) {
      for (PcrDataset dataset : List.of(local, remote)) {
        assertEquals(9 + SHARD.sampleCount(), dataset.sampleCount());
        assertEquals(TestShard.GROUPS, dataset.groupCount());
        for (int i = 0; i < SHARD.sampleCount(); i++) {
          assertArrayEquals(SHARD.content(i), bytes(dataset.sample(9L + i, Fidelity.FULL).file()));
          assertArrayEquals(
              SHARD.content(i), bytes(dataset.sample(SHARD.key(i), Fidelity.FULL).file()));
        }
        assertEquals(pcr.key(2), dataset.sample(2, Fidelity.group(3)).key());
        assertThrows(IllegalArgumentException.class, () -> dataset.sample(9, Fidelity.group(3)));
        long labelled = dataset.samplesWithLabel(2).filter(number -> number >= 9).count();
        assertEquals((SHARD.sampleCount() + 1) / 4, labelled);
      }
      server.clear();
      Shard shard = remote.shards().get(1);
      try (ShardReader reader = shard.readFormat(Encoding.BMP)) {
        assertEquals(SHARD.ordinals(Encoding.BMP).size(), count(reader));
      }
      Region region = region(Encoding.BMP);
      String range = region.offset() + "-" + (region.end() - 1);
      assertEquals(List.of("part-00001.pcrl " + range), server.requests());
    }
  }
}
