package io.pcr.writer.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.output.KeySelection;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.internal.extract.LowerFidelities;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.kind.SourceKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractionTest {
  private static final int SAMPLES = 6;

  @TempDir private Path folder;
  private Path dataset;

  @BeforeEach
  void write() throws IOException {
    dataset = folder.resolve("dataset");
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .shards(new ShardLimits(1 << 20, 4))
            .classNames(List.of("zero", "one"))
            .columns(List.of(new ColumnSpec("n", ColumnType.INT64, Placement.INLINE)))
            .build();
    try (PcrWriter writer = PcrWriter.create(dataset, options)) {
      for (int i = 0; i < SAMPLES; i++) {
        byte[] image = JpegFixtures.baseline(i, 40, 30);
        writer.add(PcrSample.of(key(i), image).withLabel(i % 2).with("n", 10L * i));
      }
      assertEquals(2, writer.finish().added().size());
    }
  }

  private static String key(int sample) {
    return "c" + sample % 2 + "/" + sample + ".jpg";
  }

  private static Set<String> names(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Test
  void chosenSamplesBecomeFilesAtTheFidelityThatWasAskedFor() throws IOException {
    Path out = folder.resolve("out");
    AtomicLong told = new AtomicLong();
    try (PcrDataset opened = PcrDataset.open(dataset);
        SampleSink sink = new FolderSink(out)) {
      Extraction.Result result =
          Extraction.of(opened, sink)
              .fidelity(Fidelity.group(2))
              .keys(KeySelection.of(List.of("c1/*")))
              .progress((samples, read, written) -> told.addAndGet(samples))
              .run();
      assertEquals(3, result.written());
      assertEquals(3, told.get());
      assertEquals(0, result.failed());
      assertEquals(Set.of("c1/1.jpg", "c1/3.jpg", "c1/5.jpg"), names(out));
      Sample partial = opened.sample("c1/3.jpg", Fidelity.group(2));
      byte[] written = Files.readAllBytes(out.resolve("c1/3.jpg"));
      assertArrayEquals(bytes(partial.file()), written);
      assertEquals(written.length, result.bytes() - lengths(out, "c1/1.jpg", "c1/5.jpg"));
    }
  }

  private static long lengths(Path root, String... names) throws IOException {
    long length = 0;
    for (String name : names) {
      length += Files.size(root.resolve(name));
    }
    return length;
  }

  @Test
  void samplesThatStandInTheirPlaceAreNotWrittenAgain() throws IOException {
    Path out = folder.resolve("out");
    for (int time = 0; time < 2; time++) {
      try (PcrDataset opened = PcrDataset.open(dataset);
          SampleSink sink = new FolderSink(out)) {
        Extraction.Result result = Extraction.of(opened, sink).run();
        assertEquals(time == 0 ? SAMPLES : 0, result.written());
        assertEquals(time == 0 ? 0 : SAMPLES, result.thereAlready());
      }
    }
  }

  @Test
  void archivesAreSourcesAgainOfTheKindThatTheyAre() throws IOException {
    Path tar = folder.resolve("out.tar");
    Path records = folder.resolve("out.tfrecord");
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      List<ClassName> classes = opened.manifest().map(Manifest::classNames).orElseThrow();
      try (SampleSink sink = new TarSink(ArchiveTarget.create(tar), classes)) {
        assertEquals(SAMPLES, Extraction.of(opened, sink).run().written());
        assertFalse(sink.isParallel());
      }
      try (SampleSink sink = new TfRecordSink(ArchiveTarget.create(records), "none", classes)) {
        assertEquals(SAMPLES, Extraction.of(opened, sink).run().written());
      }
    }
    assertEquals(SourceKind.TAR, SourceKind.of(tar));
    assertEquals(SourceKind.TFRECORD, SourceKind.of(records));
  }

  @Test
  void archiveGoesIntoAChannelThatStaysOpen() throws IOException {
    Path tar = folder.resolve("out.tar");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      try (SampleSink sink = new TarSink(ArchiveTarget.create(tar), List.of())) {
        Extraction.of(opened, sink).run();
      }
      WritableByteChannel channel = Channels.newChannel(bytes);
      try (SampleSink sink = new TarSink(ArchiveTarget.of("memory", channel), List.of())) {
        Extraction.of(opened, sink).run();
      }
      assertTrue(channel.isOpen());
    }
    assertArrayEquals(Files.readAllBytes(tar), bytes.toByteArray());
  }

  @Test
  void noArchiveAppearsWhereNoKeyIsChosenOrOneStands() throws IOException {
    Path tar = folder.resolve("out.tar");
    try (PcrDataset opened = PcrDataset.open(dataset);
        SampleSink sink = new TarSink(ArchiveTarget.create(tar), List.of())) {
      Extraction nothing = Extraction.of(opened, sink).keys(KeySelection.of(List.of("x*")));
      assertThrows(NothingChosenException.class, nothing::run);
    }
    assertEquals(Set.of(), names(folder, "out.tar"));
    Files.createFile(tar);
    assertThrows(FileAlreadyExistsException.class, () -> ArchiveTarget.create(tar));
    assertEquals(0, Files.size(tar));
  }

  private static Set<String> names(Path root, String prefix) throws IOException {
    return names(root).stream()
        .filter(name -> name.contains(prefix))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void damagedSampleIsLeftOutAndWhatIsLeftOfItIsKnown() throws IOException {
    Path shard = dataset.resolve("part-00000.pcr");
    long place;
    try (FileByteSource source = FileByteSource.open(shard)) {
      place = ShardFile.open(source, Limits.DEFAULT).layout().slicePosition(4, 1);
    }
    byte[] damaged = Files.readAllBytes(shard);
    damaged[(int) place] ^= 1;
    Files.write(shard, damaged);
    ReaderOptions skip = ReaderOptions.builder().onDamage(OnDamage.SKIP).build();
    try (PcrDataset opened = PcrDataset.open(dataset, skip);
        SampleSink sink = new FolderSink(folder.resolve("out"))) {
      Extraction.Result result = Extraction.of(opened, sink).run();
      assertEquals(SAMPLES - 1, result.written());
      assertEquals(1, result.failed());
      assertEquals(Set.of(0), result.damagedShards());
      LowerFidelities left =
          LowerFidelities.of(opened.files(), result.damagedShards(), Fidelity.FULL, key -> true);
      assertEquals(new LowerFidelities(1, 3, 3), left);
    }
  }
}
