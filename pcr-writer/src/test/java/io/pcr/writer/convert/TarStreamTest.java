package io.pcr.writer.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.source.archive.TarStreamException;
import io.pcr.writer.internal.source.archive.TarStreamOptions;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tar that comes as a stream is converted as the file is, whole or not at all. */
class TarStreamTest {
  private static final List<String> KEYS =
      List.of("a", "b", "deep/c", "./d", "x y", "\u00e9", "../out", "/absolute", "k".repeat(99));

  private static final List<String> OTHERS = List.of("cls", "txt", "json", "seg.png", "jpg", "");

  @TempDir Path folder;

  private static Path temporary() throws IOException {
    return Files.createTempDirectory("pcr-stream");
  }

  @Property(tries = 40, shrinking = ShrinkingMode.BOUNDED)
  void aStreamBecomesWhatTheSameTarAsAFileBecomes(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    byte[] tar = tar(random);
    Path folder = temporary();
    Path file = Files.write(folder.resolve("stream.tar"), tar);
    ShardLimits shards = new ShardLimits(1 + random.nextInt(5000), 1 + random.nextInt(4));
    ConversionSummary expected =
        Conversion.convert(
            options(TarSourceOptions.of(file), folder.resolve("filed"), shards),
            ConversionListener.SILENT);
    ConversionSummary found =
        Conversion.convert(
            options(stream(new ShortReads(tar, random)), folder.resolve("streamed"), shards),
            ConversionListener.SILENT);
    assertEquals(expected.rejects(), found.rejects());
    assertSame(folder.resolve("filed"), folder.resolve("streamed"));
  }

  /** A producer that dies closes its end of the pipe: that is no end of a tar. */
  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void aStreamThatEndsTooEarlyLeavesNothing(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    byte[] tar = tar(random);
    boolean betweenMembers = random.nextBoolean();
    int end = tar.length - 2 * 512;
    int length = betweenMembers ? random.nextInt(end / 512 + 1) * 512 : random.nextInt(end + 1);
    Path out = temporary();
    TarStreamException e =
        assertThrows(
            TarStreamException.class,
            () -> convert(new ByteArrayInputStream(tar, 0, length), out, DurableSteps.NONE));
    assertTrue(e.getMessage().contains("standard input"), e::getMessage);
    assertEquals(Map.of(), datasetFiles(out));
  }

  @Test
  void whatIsNoTarIsSaidBeforeAllOfItHasCome() throws Exception {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(tar(new Random(1)));
    }
    assertSaid("gunzip it first", compressed.toByteArray());
    assertSaid("is not a tar", JpegFixtures.grey(9, 9));
    assertSaid("is empty", new byte[0]);
    AtomicInteger reads = new AtomicInteger();
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] into, int at, int length) {
            assertTrue(reads.incrementAndGet() < 100, "reads on and on");
            Arrays.fill(into, at, at + length, (byte) 'x');
            return length;
          }
        };
    assertThrows(
        TarStreamException.class,
        () -> convert(endless, folder.resolve("endless"), DurableSteps.NONE));
  }

  @Test
  void aTarOfNothingIsNoDataset() {
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () ->
                convert(
                    new ByteArrayInputStream(new byte[10240]),
                    folder.resolve("none"),
                    DurableSteps.NONE));
    assertEquals("standard input holds no files", e.getMessage());
    assertFalse(Files.exists(folder.resolve("none").resolve(RunFolder.NAME)));
  }

  @Test
  void aStreamThatCannotBeReadIsSaidToBeWhatFailed() throws Exception {
    byte[] tar = tar(new Random(2));
    InputStream broken =
        new InputStream() {
          private int given;

          @Override
          public int read() throws IOException {
            if (given == 700) {
              throw new IOException("the cable is cut");
            }
            return tar[given++] & 0xff;
          }

          @Override
          public int read(byte[] into, int at, int length) throws IOException {
            into[at] = (byte) read();
            return 1;
          }
        };
    Path out = folder.resolve("broken");
    TarStreamException e =
        assertThrows(TarStreamException.class, () -> convert(broken, out, DurableSteps.NONE));
    assertTrue(e.getMessage().contains("the cable is cut"), e::getMessage);
    assertEquals(Map.of(), datasetFiles(out));
  }

  @Test
  void aRunInterruptedAtAnyStepGoesOnWithTheSameTarAndWithNoOther() throws Exception {
    byte[] tar = images(9, 0);
    byte[] other = images(9, 1);
    Path whole = folder.resolve("whole");
    AtomicInteger steps = new AtomicInteger();
    convert(new ByteArrayInputStream(tar), whole, (step, file) -> steps.incrementAndGet());
    int refused = 0;
    for (int stop = 1; stop < steps.get(); stop += 2) {
      Path out = folder.resolve("stopped-" + stop);
      int last = stop;
      AtomicInteger done = new AtomicInteger();
      DurableSteps stopping =
          (step, file) -> {
            if (done.incrementAndGet() >= last) {
              throw new IOException("stopped here");
            }
          };
      assertStops(tar, out, stopping);
      if (Files.exists(out.resolve("manifest.pcrm"))
          && !Files.exists(out.resolve(RunFolder.NAME))) {
        assertSame(whole, out); // It came to its end.
        continue;
      }
      if (isListed(out)) {
        Map<String, byte[]> before = datasetFiles(out);
        assertThrows(
            TarStreamException.class,
            () -> convert(new ByteArrayInputStream(other), out, DurableSteps.NONE));
        assertThrows(
            TarStreamException.class,
            () -> convert(new ByteArrayInputStream(tar, 0, 512), out, DurableSteps.NONE));
        Map<String, byte[]> after = Sources.read(out);
        before.forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), name));
        refused++;
      }
      convert(new ByteArrayInputStream(tar), out, DurableSteps.NONE);
      assertSame(whole, out);
      assertFalse(Files.exists(out.resolve(RunFolder.NAME)));
    }
    assertTrue(refused > 3, "other tars were refused " + refused + " times");
  }

  @Test
  void aRunThatEndedBeforeItsTarHadComeSaysSoAndBeginsAnew() throws Exception {
    byte[] tar = images(5, 0);
    Path whole = folder.resolve("whole");
    convert(new ByteArrayInputStream(tar), whole, DurableSteps.NONE);
    Path out = folder.resolve("out");
    assertStops(
        tar,
        out,
        (step, file) -> {
          if (file.endsWith("journal") || file.toString().contains("listing")) {
            throw new IOException("stopped here");
          }
        });
    // As a killed process leaves it.
    Files.write(out.resolve(RunFolder.NAME).resolve("stream.tar"), Arrays.copyOf(tar, 777));
    StringBuilder told = new StringBuilder();
    ConversionListener listener =
        new ConversionListener() {
          @Override
          public void notice(String text) {
            told.append(text);
          }
        };
    Conversion.convert(options(new ByteArrayInputStream(tar), out), listener);
    assertTrue(told.toString().contains("begun anew"), told::toString);
    assertSame(whole, out);
  }

  @Test
  void streamsAreAppendedToo() throws Exception {
    Path out = folder.resolve("out");
    convert(new ByteArrayInputStream(images(5, 0)), out, DurableSteps.NONE);
    Conversion.append(
        options(new ByteArrayInputStream(images(9, 0)), out), ConversionListener.SILENT);
    assertEquals(9, ReadBack.of(out).samples.size());
  }

  private void assertSaid(String words, byte[] stream) throws IOException {
    Path out = folder.resolve("said");
    TarStreamException e =
        assertThrows(
            TarStreamException.class,
            () -> convert(new ByteArrayInputStream(stream), out, DurableSteps.NONE));
    assertTrue(e.getMessage().contains(words), e::getMessage);
    assertEquals(Map.of(), datasetFiles(out));
  }

  private static void assertStops(byte[] tar, Path out, DurableSteps steps) throws Exception {
    try {
      convert(new ByteArrayInputStream(tar), out, steps);
    } catch (IOException e) {
      assertTrue(String.valueOf(e).contains("stopped here"), e::toString);
    }
  }

  private static void assertSame(Path expected, Path found) throws IOException {
    assertShards(Sources.read(expected), Sources.read(found));
  }

  /** All files but the index, which knows the time, and locks. */
  private static void assertShards(Map<String, byte[]> expected, Map<String, byte[]> found) {
    List<Map<String, byte[]>> both = List.of(expected, found);
    both.forEach(
        files ->
            files
                .keySet()
                .removeIf(name -> name.matches("index[.]lmdb.*|[.](.*lock|pcr-run-finished.*)")));
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }

  private static Map<String, byte[]> datasetFiles(Path out) throws IOException {
    Map<String, byte[]> files = Sources.read(out);
    files.keySet().removeIf(name -> name.matches("[.].*lock"));
    return files;
  }

  private static boolean isListed(Path out) throws IOException {
    Path journal = out.resolve(RunFolder.NAME).resolve("journal");
    return Files.exists(journal) && Files.size(journal) > 0;
  }

  private static void convert(InputStream in, Path out, DurableSteps steps) throws Exception {
    Conversion.convert(options(in, out), ConversionListener.SILENT, steps);
  }

  private static ConversionOptions options(InputStream in, Path out) {
    return options(stream(in), out, new ShardLimits(1 << 20, 3));
  }

  private static ConversionOptions options(SourceOptions source, Path out, ShardLimits shards) {
    return ConversionOptions.builder(source, out).shards(shards).threads(2).build();
  }

  private static SourceOptions stream(InputStream in) {
    return new TarStreamOptions("standard input", in);
  }

  /** Images with the same names, and other pixels for another salt. */
  private static byte[] images(int count, int salt) {
    TarFiles tar = new TarFiles();
    for (int i = 0; i < count; i++) {
      tar.file(i + ".jpg", JpegFixtures.baseline(i + 100 * salt, 24, 17)).file(i + ".cls", "" + i);
    }
    return tar.ended();
  }

  /** A tar of anything, one image at least. */
  private static byte[] tar(Random random) {
    TarFiles tar = new TarFiles().file("first.jpg", JpegFixtures.grey(9, 7));
    for (int left = random.nextInt(20); left > 0; left--) {
      String key = KEYS.get(random.nextInt(KEYS.size())) + (random.nextBoolean() ? left : "");
      tar.file(key + ".jpg", JpegFixtures.baseline(random.nextInt(5), 16, 16));
      for (String extension : OTHERS) {
        if (random.nextInt(4) == 0) {
          tar.file(key + "." + extension, other(extension, random));
        }
      }
      if (random.nextInt(8) == 0) {
        tar.member("link.jpg", '2', new byte[0], 0);
      }
    }
    return tar.ended();
  }

  private static byte[] other(String extension, Random random) {
    return switch (extension) {
      case "json" -> ("{\"n\": " + random.nextInt(9) + ", \"t\": [1, 2]}").getBytes(UTF_8);
      case "cls" -> Integer.toString(random.nextInt(4)).getBytes(UTF_8);
      default -> new byte[random.nextInt(6000)];
    };
  }

  /** Gives as little as it likes, and is never asked for more than a megabyte. */
  private static final class ShortReads extends ByteArrayInputStream {
    private final Random random;

    ShortReads(byte[] bytes, Random random) {
      super(bytes);
      this.random = random;
    }

    @Override
    public synchronized int read(byte[] into, int at, int length) {
      assertTrue(length <= 1 << 20, "asked for " + length);
      return super.read(into, at, 1 + random.nextInt(length));
    }
  }
}
