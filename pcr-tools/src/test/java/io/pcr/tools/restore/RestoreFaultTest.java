package io.pcr.tools.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardLayout;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.FaultySource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.reader.original.Restore;
import io.pcr.reader.output.OutputReport;
import io.pcr.testkit.BadSectors;
import io.pcr.testkit.FaultyFolder;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the system cannot read of a dataset costs what is there, and no other shard. */
class RestoreFaultTest {
  private static final String FIRST = "part-00000.pcr";
  private static final int SAMPLES = 5;

  @TempDir private Path folder;

  private final List<String> told = new ArrayList<>();
  private Path dataset;
  private int runs;

  @BeforeEach
  void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
  }

  private ShardLayout layout() throws IOException {
    try (FileByteSource source = FileByteSource.open(dataset.resolve(FIRST))) {
      return ShardFile.open(source, Limits.DEFAULT).layout();
    }
  }

  /** What a run gave back, and what it could not. */
  private record Result(Map<String, ByteBuffer> files, long failed) {}

  private Result restore(Path from, DatasetFolder shards) throws Exception {
    Path out = folder.resolve("back" + runs++);
    long failed = restore(from, shards, out, DurableSteps.NONE);
    return new Result(FileTree.files(out), failed);
  }

  private long restore(Path from, DatasetFolder shards, Path out, DurableSteps steps)
      throws Exception {
    DatasetFolder intactManifest =
        name ->
            name.equals(Manifest.FILE_NAME)
                ? FileByteSource.open(from.resolve(name))
                : shards.open(name);
    OutputReport report = new OutputReport(line -> told.add("pcr: " + line));
    return Restore.of(
            DatasetFiles.open(DatasetLocation.of(intactManifest), Limits.DEFAULT, notice -> {}))
        .withThreads(1)
        .withReport(report)
        .withSteps(steps)
        .into(out)
        .failed();
  }

  private Map<String, ByteBuffer> whole() throws Exception {
    Result whole = restore(dataset, name -> FileByteSource.open(dataset.resolve(name)));
    assertEquals(SAMPLES, whole.files().size());
    return whole.files();
  }

  // Covers T5
  @ParameterizedTest
  @EnumSource(FaultySource.Fault.class)
  void anyOperationMayFailAndNoOriginalIsForgotten(FaultySource.Fault fault) throws Exception {
    Map<String, ByteBuffer> whole = whole();
    int failing = 0;
    FaultySource.Run run;
    do {
      run = new FaultySource.Run(++failing, fault);
      try {
        Result result = restore(dataset, FaultyFolder.of(dataset, run));
        assertEquals(SAMPLES, result.files().size() + result.failed(), told::toString);
        assertTrue(result.failed() <= 3, "one shard of the two");
        result.files().forEach((key, file) -> assertEquals(whole.get(key), file, key));
      } catch (IOException e) {
        assertTrue(e.getMessage().contains("closing"), e.toString());
      }
      assertEquals(0, run.open(), "sources after operation " + failing);
    } while (run.wasReached());
    assertTrue(failing > 6, failing + " operations");
    Programme.T5.passed("pcr restore", failing - 1);
  }

  @Test
  void placeThatCannotBeReadCostsTheOriginalThatNeedsIt() throws Exception {
    // So large that head and metadata are not read in one piece with the slice.
    dataset =
        new TestDataset()
            .size(400, 300)
            .shard("rose/1.jpg", "rose/2.jpg", "tulip/1.jpg")
            .shard("tulip/2.jpg", "tulip/3.jpg")
            .write(folder.resolve("large"));
    long bad = layout().slicePosition(8, 1) + 3;
    assertTrue(bad > ShardFile.FIRST_READ_LENGTH, "the slice is at " + bad);
    Map<String, ByteBuffer> left = new TreeMap<>(whole());
    Result result = restore(dataset, BadSectors.in(dataset, FIRST, bad, bad + 1));
    left.remove("rose/2.jpg");
    assertEquals(left, result.files());
    assertEquals(1, result.failed());
    assertTrue(told.get(0).startsWith("pcr: rose/2.jpg: "), told::toString);
    assertTrue(told.get(0).endsWith("part-00000.pcr: Input/output error"), told::toString);
  }

  @Test
  void shardOfWhichNotEvenTheHeadCanBeReadCostsNoOther() throws Exception {
    Result result = restore(dataset, BadSectors.in(dataset, FIRST, 0, 1));
    assertEquals(3, result.failed());
    assertEquals(List.of("tulip/2.jpg", "tulip/3.jpg"), List.copyOf(result.files().keySet()));
  }

  @Test
  void recordsBeforeAPlaceThatCannotBeReadAndOtherFilesComeBack() throws Exception {
    Path images = folder.resolve("images");
    CommandRun.of("restore", dataset, images);
    Path records = folder.resolve("records");
    CommandRun.of("convert", images, records, "--variant=tfrecord", "--shard-samples=3");
    long length = Files.size(records.resolve("part-00000.tfrecord"));
    DatasetFolder disk = BadSectors.in(records, "part-00000.tfrecord", length - 9, length);
    Result result = restore(records, disk);
    assertEquals(SAMPLES, result.files().size() + result.failed());
    assertTrue(result.failed() >= 1 && result.failed() <= 3, told::toString);
    assertTrue(told.get(0).contains("part-00000.tfrecord: Input/output error"), told::toString);
    Map<String, ByteBuffer> whole = whole();
    result.files().forEach((key, file) -> assertEquals(whole.get(key), file, key));
  }

  @Test
  void targetThatFailsEndsTheRun() throws Exception {
    Path images = folder.resolve("images");
    CommandRun.of("restore", dataset, images);
    Path records = folder.resolve("records");
    CommandRun.of("convert", images, records, "--variant=tfrecord");
    for (Path from : List.of(dataset, records)) {
      Path out = folder.resolve("out");
      DurableSteps deleting =
          (step, file) -> {
            if (file.startsWith(out) && !file.equals(out)) {
              Files.deleteIfExists(out);
            }
          };
      assertThrows(
          NoSuchFileException.class,
          () -> restore(from, name -> FileByteSource.open(from.resolve(name)), out, deleting));
    }
  }
}
