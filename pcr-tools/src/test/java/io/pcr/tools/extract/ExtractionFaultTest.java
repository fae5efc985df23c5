package io.pcr.tools.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardLayout;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FaultySource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.output.OutputReport;
import io.pcr.testkit.BadSectors;
import io.pcr.testkit.FaultyFolder;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.extract.Extraction;
import io.pcr.writer.extract.SampleSink;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the system cannot read of a dataset costs what is there, and no other shard. */
class ExtractionFaultTest {
  private static final String FIRST = "part-00000.pcr";
  private static final int SAMPLES = 5;

  @TempDir private Path folder;

  private final StringWriter err = new StringWriter();
  private Path dataset;
  private ShardLayout layout;

  @BeforeEach
  void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    try (FileByteSource source = FileByteSource.open(dataset.resolve(FIRST))) {
      layout = ShardFile.open(source, Limits.DEFAULT).layout();
    }
  }

  /** Files of which it is known that they are on a disk. */
  private record OnDisk(DatasetFolder files, Path path) implements DatasetFolder {
    @Override
    public ByteSource open(String name) throws IOException {
      return files.open(name);
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.of(Capability.READ_RANGES, Capability.LOCAL);
    }

    @Override
    public Optional<Path> local() {
      return Optional.of(path);
    }
  }

  /** Keeps what it is given, and fails where a test wants it to. */
  private static final class KeepingSink implements SampleSink {
    private final Map<String, ByteBuffer> files = new TreeMap<>();
    private final List<IOException> failures = new ArrayList<>();

    @Override
    public boolean isParallel() {
      return false;
    }

    @Override
    public Write prepare(Sample sample) {
      ByteBuffer file = ByteBuffer.allocate(sample.length()).put(sample.file()).flip();
      String key = sample.key();
      return () -> {
        if (!failures.isEmpty()) {
          throw failures.get(0);
        }
        files.put(key, file);
        return OutputReport.Outcome.WRITTEN;
      };
    }

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }

  private OutputReport extract(
      DatasetFolder from, boolean isLocal, Fidelity fidelity, SampleSink sink) throws IOException {
    Terminal terminal =
        new Terminal(
            new PrintWriter(new StringWriter()), new PrintWriter(err), Terminal.UNBOUNDED, 0);
    DatasetFolder files = isLocal ? new OnDisk(from, dataset) : from;
    try (PcrDataset opened = PcrDataset.open(files, ReaderOptions.DEFAULT);
        Progress progress = new Progress(terminal, "extract", "file", SAMPLES, -1)) {
      OutputReport report = new OutputReport(line -> progress.message("pcr: " + line));
      Extraction.of(opened, sink).fidelity(fidelity).report(report).progress(progress).run();
      return report;
    }
  }

  private Map<String, ByteBuffer> whole(Fidelity fidelity) throws IOException {
    KeepingSink sink = new KeepingSink();
    extract(name -> FileByteSource.open(dataset.resolve(name)), true, fidelity, sink);
    assertEquals(SAMPLES, sink.files.size());
    return sink.files;
  }

  // Covers T5
  @ParameterizedTest
  @EnumSource(FaultySource.Fault.class)
  void anyOperationMayFailAndNoSampleIsForgotten(FaultySource.Fault fault) throws IOException {
    Map<String, ByteBuffer> whole = whole(Fidelity.FULL);
    int failing = 0;
    FaultySource.Run run;
    do {
      run = new FaultySource.Run(++failing, fault);
      KeepingSink sink = new KeepingSink();
      try {
        OutputReport totals = extract(FaultyFolder.of(dataset, run), true, Fidelity.FULL, sink);
        assertEquals(SAMPLES, totals.written() + totals.failed(), err::toString);
        assertTrue(totals.failed() <= 3, "one shard of the two");
      } catch (IOException e) {
        // Of the manifest, before anything was extracted, or of closing, when everything was.
        assertTrue(sink.files.isEmpty() || e.getMessage().contains("closing"), e.toString());
      }
      sink.files.forEach((key, file) -> assertEquals(whole.get(key), file, key));
      assertEquals(0, run.open(), "sources after operation " + failing);
    } while (run.wasReached());
    assertTrue(failing > 6, failing + " operations");
    Programme.T5.passed("pcr extract", failing - 1);
  }

  @Test
  void placeThatCannotBeReadCostsTheSampleThatIsThere() throws IOException {
    long bad = layout.slicePosition(4, 1) + 3;
    DatasetFolder disk = BadSectors.in(dataset, FIRST, bad, bad + 1);
    KeepingSink sink = new KeepingSink();
    OutputReport totals = extract(disk, true, Fidelity.FULL, sink);
    assertEquals(1, totals.failed());
    Map<String, ByteBuffer> left = new TreeMap<>(whole(Fidelity.FULL));
    left.remove("rose/2.jpg");
    assertEquals(left, sink.files);
    assertTrue(err.toString().contains("part-00000.pcr, sample 1: "), err::toString);
    assertTrue(err.toString().contains("part-00000.pcr: Input/output error"), err::toString);
  }

  @Test
  void placeBehindTheFidelityCostsNothing() throws IOException {
    long bad = layout.slicePosition(4, 1) + 3;
    KeepingSink sink = new KeepingSink();
    extract(BadSectors.in(dataset, FIRST, bad, bad + 1), true, Fidelity.group(3), sink);
    assertEquals(whole(Fidelity.group(3)), sink.files);
  }

  @Test
  void shardOfWhichNotEvenTheHeadCanBeReadCostsNoOther() throws IOException {
    KeepingSink sink = new KeepingSink();
    OutputReport totals = extract(BadSectors.in(dataset, FIRST, 0, 1), true, Fidelity.FULL, sink);
    assertEquals(3, totals.failed());
    assertEquals(List.of("tulip/2.jpg", "tulip/3.jpg"), List.copyOf(sink.files.keySet()));
  }

  @Test
  void fileOfRecordsThatCannotBeReadCostsNoOther() throws IOException {
    Path images = folder.resolve("images");
    CommandRun.of("restore", dataset, images);
    Path records = folder.resolve("records");
    CommandRun.of("convert", images, records, "--variant=tfrecord", "--shard-samples=3");
    KeepingSink sink = new KeepingSink();
    DatasetFolder disk = BadSectors.in(records, "part-00000.tfrecord", 1000, 1001);
    OutputReport totals = extract(disk, true, Fidelity.FULL, sink);
    assertEquals(3, totals.failed());
    assertEquals(2, sink.files.size());
    assertTrue(err.toString().contains("part-00000.tfrecord: Input/output error"), err::toString);
  }

  @Test
  void serverThatFailsEndsTheRun() {
    IOException e =
        assertThrows(
            IOException.class,
            () ->
                extract(
                    BadSectors.in(dataset, FIRST, 0, 1), false, Fidelity.FULL, new KeepingSink()));
    assertTrue(e.getMessage().endsWith("Input/output error"), e.getMessage());
  }

  @Test
  void targetThatFailsEndsTheRun() {
    KeepingSink full = new KeepingSink();
    full.failures.add(new IOException("No space left on device"));
    DatasetFolder disk = BadSectors.in(dataset, FIRST, 0, 0);
    IOException e = assertThrows(IOException.class, () -> extract(disk, true, Fidelity.FULL, full));
    assertEquals("No space left on device", e.getMessage());
  }
}
