package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What lies in a dataset folder when a run goes on there: files that the run wrote, damaged or not,
 * and files that it did not write.
 */
class ResumedFilesTest {
  private static final String STOPPED = "stopped here";

  @TempDir private Path temporary;

  private Path source;
  private Path more;
  private Path out;

  @BeforeEach
  void makeSources() throws IOException {
    source = Sources.small(temporary.resolve("source"), 8);
    Files.writeString(source.resolve("c0/bad.jpg"), "no image");
    more = temporary.resolve("more");
    for (int i = 0; i < 9; i++) {
      Path file = more.resolve("c" + i % 2 + "/more" + i + ".jpg");
      Files.createDirectories(file.getParent());
      Files.write(file, JpegFixtures.baseline(50 + i, 20, 20));
    }
    Files.writeString(more.resolve("c1/0bad.jpg"), "no image");
    out = temporary.resolve("out");
  }

  @ParameterizedTest
  @CsvSource({
    "convert,pcr", "convert,liquid", "convert,none", "convert,gzip",
    "append,pcr", "append,liquid", "append,none", "append,gzip",
  })
  void shardThatTheRunDidNotWriteKeepsItsNameAndTheRunTakesOthers(String action, String variant)
      throws Exception {
    Map<String, byte[]> expected = shards(undisturbed(action, variant));
    stopAtSecondShard(action, variant);
    Map<Path, byte[]> strangers = new HashMap<>();
    Path other = temporary.resolve("other");
    Conversion.convert(options(more, other, variant), ConversionListener.SILENT);
    String first = shards(other).keySet().iterator().next();
    String suffix = first.substring(first.indexOf('.'));
    for (String name : new String[] {next(action, 1), next(action, 6)}) {
      Path stranger = Files.copy(other.resolve(first), out.resolve(name + suffix));
      byte[] bytes = Files.readAllBytes(stranger);
      strangers.put(stranger, bytes);
    }
    assertTrue(run(action, variant, DurableSteps.NONE).resumed());
    for (Map.Entry<Path, byte[]> stranger : strangers.entrySet()) {
      assertArrayEquals(stranger.getValue(), Files.readAllBytes(stranger.getKey()));
      Files.delete(stranger.getKey());
    }
    assertSameInOrder(expected, shards(Sources.read(out)));
    String renamed = next(action, 2) + suffix;
    assertTrue(Files.exists(out.resolve(renamed)), renamed);
  }

  /** The same shards in the same order, whatever their names. */
  private static void assertSameInOrder(Map<String, byte[]> expected, Map<String, byte[]> found) {
    assertEquals(expected.size(), found.size());
    Iterator<byte[]> shards = found.values().iterator();
    for (byte[] shard : expected.values()) {
      assertArrayEquals(shard, shards.next());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"convert", "append"})
  void fileThatTakesTheNameOfAShardWhileItIsWrittenKeepsIt(String action) throws Exception {
    Map<String, byte[]> expected = shards(undisturbed(action, "pcr"));
    prepare(action, "pcr");
    Path taken = out.resolve(next(action, 1) + ".pcr");
    DurableSteps taking =
        (step, file) -> {
          if (step == Step.LINK && file.endsWith(taken.getFileName())) {
            Files.writeString(taken, "somebody's");
          }
        };
    run(action, "pcr", taking);
    assertEquals("somebody's", Files.readString(taken));
    Files.delete(taken);
    assertSameInOrder(expected, shards(Sources.read(out)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"convert", "append"})
  void listOfRejectsThatTheRunDidNotWriteIsNotReplaced(String action) throws Exception {
    stopAtSecondShard(action, "pcr");
    Path rejects = out.resolve(Conversion.REJECTS_NAME);
    Files.writeString(rejects, "somebody's");
    RunRejectedException e =
        assertThrows(RunRejectedException.class, () -> run(action, "pcr", DurableSteps.NONE));
    assertTrue(e.getMessage().startsWith(rejects + " "), e.getMessage());
    assertEquals("somebody's", Files.readString(rejects));
    Files.delete(rejects);
    run(action, "pcr", DurableSteps.NONE);
    assertFalse(Files.exists(out.resolve(RunFolder.NAME)));
  }

  @ParameterizedTest
  @CsvSource({
    "convert,pcr",
    "convert,liquid",
    "convert,none",
    "convert,gzip",
    "append,pcr",
    "append,none",
  })
  void finishedShardWithAWrongByteIsMadeAnew(String action, String variant) throws Exception {
    Map<String, byte[]> expected = undisturbed(action, variant);
    stopAtSecondShard(action, variant);
    Map<String, byte[]> stopped = Sources.read(out);
    String shard =
        stopped.keySet().stream()
            .filter(n -> n.startsWith(next(action, 0)))
            .findAny()
            .orElseThrow();
    byte[] whole = stopped.get(shard);
    int tries = 12;
    for (int i = 0; i < tries; i++) {
      restore(stopped);
      byte[] damaged = whole.clone();
      damaged[(int) ((long) whole.length * i / tries)] ^= (byte) (1 << i % Byte.SIZE);
      Files.write(out.resolve(shard), damaged);
      run(action, variant, DurableSteps.NONE);
      ConversionTest.assertSameFiles(expected, ConversionTest.datasetFiles(out));
    }
  }

  @ParameterizedTest
  @CsvSource({"convert,pcr", "append,none"})
  void fileOfTheLengthOfAFinishedShardIsNotTakenForIt(String action, String variant)
      throws Exception {
    Map<String, byte[]> expected = undisturbed(action, variant);
    stopAtSecondShard(action, variant);
    Path shard =
        out.resolve(
            Sources.read(out).keySet().stream()
                .filter(n -> n.startsWith(next(action, 0)))
                .findAny()
                .orElseThrow());
    byte[] another = new byte[(int) Files.size(shard)];
    Files.write(shard, another);
    run(action, variant, DurableSteps.NONE);
    assertArrayEquals(another, Files.readAllBytes(shard));
    Files.delete(shard);
    assertSameInOrder(shards(expected), shards(Sources.read(out)));
  }

  @Test
  void shardThatIsMadeAnewIsSaid() throws Exception {
    stopAtSecondShard("convert", "pcr");
    Path shard = out.resolve("part-00000.pcr");
    byte[] damaged = Files.readAllBytes(shard);
    damaged[damaged.length / 2] ^= 1;
    Files.write(shard, damaged);
    StringBuilder said = new StringBuilder();
    ConversionListener listener =
        new ConversionListener() {
          @Override
          public void notice(String notice) {
            said.append(notice);
          }
        };
    Conversion.convert(options(more, out, "pcr"), listener);
    assertTrue(said.toString().contains(shard + " is missing, or was damaged"), said::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"listing", "rejects"})
  void fileOfTheRunWithAnyWrongByteIsNotGoneOnWith(String name) throws Exception {
    stopAtSecondShard("append", "pcr");
    Path file = out.resolve(RunFolder.NAME).resolve(name);
    byte[] whole = Files.readAllBytes(file);
    Map<String, byte[]> before = Sources.read(out);
    // What stands in the list of rejects behind those of finished shards is cut off and not read.
    long read =
        name.equals("listing")
            ? whole.length
            : Files.size(out.resolve(RunFolder.NAME).resolve("base-rejects"));
    for (int at = 0; at < read; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << at % Byte.SIZE);
      Files.write(file, damaged);
      RunRejectedException e =
          assertThrows(RunRejectedException.class, () -> run("append", "pcr", DurableSteps.NONE));
      assertTrue(e.getMessage().startsWith(file + " is damaged"), e.getMessage());
      assertTrue(e.getMessage().contains("part-00003.pcr to part-00004.pcr"), e.getMessage());
    }
    Files.write(file, whole);
    ConversionTest.assertSameFiles(before, Sources.read(out));
    run("append", "pcr", DurableSteps.NONE);
  }

  @Test
  void sourceIsListedAnewWhereTheListingIsDamagedAndNoShardWasMade() throws Exception {
    Map<String, byte[]> expected = undisturbed("convert", "pcr");
    assertThrows(
        IOException.class,
        () -> run("convert", "pcr", stopBefore(Step.CREATE, next("convert", 0))));
    Path listing = out.resolve(RunFolder.NAME).resolve("listing");
    byte[] damaged = Files.readAllBytes(listing);
    damaged[20] ^= 1;
    Files.write(listing, damaged);
    run("convert", "pcr", DurableSteps.NONE);
    ConversionTest.assertSameFiles(expected, ConversionTest.datasetFiles(out));
  }

  private Map<String, byte[]> undisturbed(String action, String variant) throws Exception {
    prepare(action, variant);
    run(action, variant, DurableSteps.NONE);
    Map<String, byte[]> files = ConversionTest.datasetFiles(out);
    restore(Map.of());
    return files;
  }

  private void prepare(String action, String variant) throws Exception {
    if (action.equals("append")) {
      Conversion.convert(options(source, out, variant), ConversionListener.SILENT);
    }
  }

  /** The run ends when its first shard has its name and the second is written and has none. */
  private void stopAtSecondShard(String action, String variant) throws Exception {
    prepare(action, variant);
    IOException e =
        assertThrows(
            IOException.class, () -> run(action, variant, stopBefore(Step.LINK, next(action, 1))));
    assertTrue(e.getMessage().contains(STOPPED), e.getMessage());
  }

  private static DurableSteps stopBefore(Step where, String name) {
    return (step, file) -> {
      if (step == where && file.getFileName().toString().startsWith(name)) {
        throw new IOException(STOPPED);
      }
    };
  }

  /** The name of a shard of the run, without its suffix. */
  private static String next(String action, int number) {
    return "part-0000" + (number + (action.equals("append") ? 3 : 0));
  }

  private ConversionSummary run(String action, String variant, DurableSteps steps)
      throws Exception {
    ConversionOptions options = options(more, out, variant);
    return action.equals("append")
        ? Conversion.append(options, ConversionListener.SILENT, steps)
        : Conversion.convert(options, ConversionListener.SILENT, steps);
  }

  private static ConversionOptions options(Path from, Path to, String variant) {
    VariantOptions options = KilledConversion.variant(variant);
    return ConversionOptions.builder(FolderSourceOptions.of(from), to)
        .variant(options)
        .threads(2)
        .shards(new ShardLimits(1 << 20, 4))
        .build();
  }

  private static Map<String, byte[]> shards(Path dataset) throws IOException {
    return shards(Sources.read(dataset));
  }

  private static Map<String, byte[]> shards(Map<String, byte[]> files) {
    Map<String, byte[]> shards = new TreeMap<>(files);
    shards.keySet().removeIf(name -> !name.startsWith("part-"));
    return shards;
  }

  private void restore(Map<String, byte[]> files) throws IOException {
    for (String name : Sources.read(out).keySet()) {
      Files.delete(out.resolve(name));
    }
    Files.deleteIfExists(out.resolve(RunFolder.NAME));
    Sources.write(out, files);
  }
}
