package io.pcr.tools.restore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.programme.Programme;
import io.pcr.reader.internal.output.TargetFolder;
import io.pcr.reader.internal.output.UnsafeKeyException;
import io.pcr.reader.output.OutputReport;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoreCommandTest {
  @TempDir private Path temporary;

  @Test
  void everyFileOfTheSourceComesBackInItsPlace() throws IOException {
    Path source = source();
    assertEquals(ExitCode.OK, CommandRun.of("convert", source, dataset()).status());
    CommandRun run = CommandRun.of("restore", dataset(), back());
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertSame(read(source), read(back()));
    CommandRun again = CommandRun.of("restore", dataset(), back(), "--json");
    assertEquals(0, again.number("written"));
    assertEquals(read(source).size(), again.number("there_already"));
  }

  @Test
  void imagesAboveTheLimitComeBackWhenItIsRaised() throws IOException {
    Path source = source();
    CommandRun.of("convert", source, dataset());
    CommandRun small = CommandRun.of("restore", dataset(), back(), "--max-pixels=1");
    assertEquals(ExitCode.FOUND, small.status());
    assertTrue(small.err().contains("; --max-pixels raises it"), small.err());
    CommandRun verified = CommandRun.of("verify", dataset(), "--deep", "--max-pixels=1");
    assertEquals(ExitCode.IO, verified.status());
    assertTrue(
        verified.out().contains("no damage in what was checked; 1 shard was not"), verified.out());
    assertTrue(
        verified.err().contains(", limit pixels is 1; --max-pixels raises it"), verified.err());
    CommandRun raised = CommandRun.of("restore", dataset(), back(), "--max-pixels=2G");
    assertEquals(ExitCode.OK, raised.status(), raised.err());
    assertSame(read(source), read(back()));
  }

  @Test
  void globsChooseAndWhatStandsThereIsNeverOverwritten() throws IOException {
    Path source = source();
    CommandRun.of("convert", source, dataset());
    Path mine = Files.createDirectories(back().resolve("a")).resolve("0.jpg");
    Files.writeString(mine, "mine");
    CommandRun run = CommandRun.of("restore", dataset(), back(), "--only", "a/*", "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(1, run.number("failed"));
    assertTrue(run.err().contains("a/0.jpg: "), run.err());
    assertEquals("mine", Files.readString(mine));
    assertTrue(read(back()).keySet().stream().allMatch(key -> key.startsWith("a/")));
    assertEquals(
        ExitCode.OK,
        CommandRun.of("restore", dataset(), back(), "--only", "**/er/?.jpg", "--only", "b/**")
            .status());
    assertArrayEquals(
        Files.readAllBytes(source.resolve("b/deep/er/9.jpg")), read(back()).get("b/deep/er/9.jpg"));
  }

  @Test
  void patternThatMatchesNoKeyIsAnErrorAndWhatOthersChoseComesBack() throws IOException {
    Path flowers = TestDataset.small(temporary.resolve("flowers"));
    CommandRun none = CommandRun.of("restore", flowers, back(), "--only=roses/*");
    assertEquals(ExitCode.USAGE, none.status());
    assertEquals(
        "pcr: --only 'roses/*' matches no key of 5, such as rose/1.jpg\n",
        none.err().replaceFirst("such as .*", "such as rose/1.jpg"));
    assertEquals("", none.out());
    CommandRun some =
        CommandRun.of("restore", flowers, back(), "--only=roses/*", "--only=rose/*", "--json");
    assertEquals(ExitCode.USAGE, some.status());
    assertEquals(2, some.number("written"));
    assertTrue(some.out().contains("\"unmatched\": [\n    \"roses/*\"\n  ]"), some.out());
    assertEquals(Set.of("rose/1.jpg", "rose/2.jpg"), read(back()).keySet());
    Files.delete(flowers.resolve("part-00000.pcr"));
    CommandRun lost = CommandRun.of("restore", flowers, back(), "--only=rose/*");
    assertEquals(ExitCode.FOUND, lost.status(), "the keys may be those of the missing shard");
    assertTrue(lost.err().contains("--only 'rose/*' matches no key of 2"), lost.err());
  }

  @Test
  void hostileKeysStayOutsideOfNothing() throws IOException {
    List<String> keys =
        List.of(
            "../out.jpg",
            "/etc/out.jpg",
            "a/../../out.jpg",
            "a//b.jpg",
            "./b.jpg",
            "..",
            "/",
            "a/",
            "zero\0byte.jpg",
            "x".repeat(256) + ".jpg",
            "link/out.jpg",
            "file/out.jpg",
            "fine/\u001b[31mred\n.jpg",
            "fine/..a.jpg",
            "fine/" + "y".repeat(251) + ".jpg",
            "fine/\u00e9\\..\\w.jpg");
    try (PcrWriter writer = PcrWriter.create(dataset(), PcrWriterOptions.DEFAULT)) {
      for (String key : keys) {
        writer.add(PcrSample.of(key, JpegFixtures.grey(8, 8)));
      }
      writer.finish();
    }
    Path outside = Files.createDirectories(temporary.resolve("outside"));
    Files.createDirectories(back());
    Files.createSymbolicLink(back().resolve("link"), outside);
    Files.writeString(back().resolve("file"), "x");
    CommandRun run = CommandRun.of("restore", dataset(), back(), "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(4, run.number("written"));
    assertEquals(12, run.number("failed"));
    assertFalse(run.err().contains("\u001b"), "an escape sequence reached the terminal");
    assertEquals(List.of("back", "dataset", "outside"), names(temporary));
    assertEquals(List.of(), names(outside));
    assertEquals(List.of("a", "file", "fine", "link"), names(back()));
    Programme.T10.passed("keys, pcr restore", keys.size());
  }

  @Test
  void damagedSampleIsNamedAndTheOthersComeBack() throws IOException {
    Path source = source();
    CommandRun.of("convert", source, dataset());
    Path shard = dataset().resolve("part-00000.pcr");
    try (RandomAccessFile file = new RandomAccessFile(shard.toFile(), "rw")) {
      long middle = file.length() / 2;
      file.seek(middle);
      int value = file.read();
      file.seek(middle);
      file.write(value ^ 1);
    }
    CommandRun run = CommandRun.of("restore", dataset(), back(), "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(1, run.number("failed"));
    Map<String, byte[]> files = read(source);
    Map<String, byte[]> found = read(back());
    assertEquals(files.size() - 1, found.size());
    found.forEach((key, bytes) -> assertArrayEquals(files.get(key), bytes, key));
  }

  @Test
  void datasetWithoutRestoreDataSaysSo() throws IOException {
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .build();
    try (PcrWriter writer = PcrWriter.create(dataset(), options)) {
      writer.add(PcrSample.of("a.jpg", JpegFixtures.grey(8, 8)));
      writer.finish();
    }
    CommandRun run = CommandRun.of("restore", dataset(), back());
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.err().contains("its original was not kept"), run.err());
    assertEquals(
        ExitCode.USAGE, CommandRun.of("restore", temporary.resolve("none"), back()).status());
  }

  @Test
  void targetFolderWritesOnceAndComparesAfterwards() throws IOException {
    TargetFolder target = TargetFolder.open(back());
    ByteBuffer one = ByteBuffer.wrap(new byte[] {1});
    ByteBuffer two = ByteBuffer.wrap(new byte[] {2});
    assertEquals(OutputReport.Outcome.WRITTEN, target.write("a/b", one));
    assertEquals(OutputReport.Outcome.THERE_ALREADY, target.write("a/b", one));
    assertThrows(FileAlreadyExistsException.class, () -> target.write("a/b", two));
    assertThrows(IOException.class, () -> target.write("a", one));
    assertThrows(UnsafeKeyException.class, () -> target.write("a/b/c", one));
    assertEquals(List.of("b"), names(back().resolve("a")));
  }

  private Path source() throws IOException {
    Path source = temporary.resolve("source");
    Map<String, byte[]> files = new TreeMap<>();
    files.put("a/0.jpg", JpegFixtures.baseline(0, 64, 48));
    files.put("a/1.png.jpg", JpegFixtures.truncated(JpegFixtures.baseline(640, 480), 60));
    files.put("a/2.jpg", JpegFixtures.twelveBit(24, 24));
    files.put("b/deep/er/9.jpg", JpegFixtures.progressive(64, 48));
    files.put("b/\u00e9 \n.jpg", JpegFixtures.bytesAfterEnd(64, 48));
    files.put("top.jpg", JpegFixtures.grey(640, 480));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = source.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return source;
  }

  private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> found) {
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((key, bytes) -> assertArrayEquals(bytes, found.get(key), key));
  }

  private static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path :
          paths.filter(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS)).toList()) {
        files.put(folder.relativize(path).toString(), Files.readAllBytes(path));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return files;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private Path dataset() {
    return temporary.resolve("dataset");
  }

  private Path back() {
    return temporary.resolve("back");
  }

  @Test
  void missingShardDoesNotKeepTheFilesOfTheOthers() throws IOException {
    Path flowers = TestDataset.small(temporary.resolve("flowers"));
    Files.delete(flowers.resolve("part-00000.pcr"));
    CommandRun run = CommandRun.of("restore", flowers, back());
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals("pcr: part-00000.pcr: the file is missing\n", run.err());
    assertTrue(run.out().contains("2 files written, 3 not restored"), run.out());
    assertEquals(Set.of("tulip/2.jpg", "tulip/3.jpg"), read(back()).keySet());
  }

  @Test
  void whatAKilledRestoreLeftIsRemovedButNotWhatIsBeingWritten() throws IOException {
    Path flowers = TestDataset.small(temporary.resolve("flowers"));
    Path roses = Files.createDirectories(back().resolve("rose"));
    Files.writeString(roses.resolve(".pcr-unfinished-1a2b3c.tmp"), "half");
    Files.writeString(back().resolve(".pcr-unfinished-0.tmp"), "");
    Path mine = Files.writeString(roses.resolve(".pcr-unfinished.tmp"), "mine");
    Path live = roses.resolve(".pcr-unfinished-zzz.tmp");
    try (FileChannel writing =
        FileChannel.open(live, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertTrue(writing.lock().isValid());
      assertEquals(ExitCode.OK, CommandRun.of("restore", flowers, back()).status());
    }
    Set<String> found = new HashSet<>(read(back()).keySet());
    for (Path kept : List.of(mine, live)) {
      assertTrue(found.remove(back().relativize(kept).toString()), kept.toString());
    }
    assertEquals(
        Set.of("rose/1.jpg", "rose/2.jpg", "tulip/1.jpg", "tulip/2.jpg", "tulip/3.jpg"), found);
  }
}
