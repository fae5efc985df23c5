package io.pcr.writer.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.reader.original.Restore;
import io.pcr.reader.output.OutputReport;
import io.pcr.reader.work.ProgressListener;
import io.pcr.writer.FileChange;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.internal.tar.TarWalk;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.salvage.DamagedDataset;
import io.pcr.writer.salvage.Salvage;
import io.pcr.writer.salvage.SalvageReport;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A shard vanishes or becomes another file at any moment of a command that copies out of a dataset.
 * What is written is right, and what is not written is counted.
 */
class VanishingShardTest {
  private static final int SAMPLES = 6;

  /** Of the moments, each how many'th is tried for what only changes. */
  private static final int STRIDE = 7;

  /** Something that may happen at a moment. */
  private interface Hook {
    void next();
  }

  /**
   * A command.
   *
   * @see #run
   */
  private interface Command {
    /**
     * Copies out of a dataset.
     *
     * @return how many samples it says it left out
     */
    long run(Path dataset, Path target, Hook hook) throws IOException;
  }

  @TempDir private Path temporary;

  @Test
  void extractionIntoAFolder() throws Exception {
    everywhere(
        "extract to a folder",
        (dataset, target, hook) -> extract(dataset, new FolderSink(target, steps(hook)), hook),
        VanishingShardTest::files);
  }

  @Test
  void extractionIntoATar() throws Exception {
    everywhere(
        "extract to a tar",
        (dataset, target, hook) ->
            extract(
                dataset, new TarSink(ArchiveTarget.create(target, steps(hook)), List.of()), hook),
        VanishingShardTest::members);
  }

  @Test
  void restoration() throws Exception {
    everywhere("restore", VanishingShardTest::restore, VanishingShardTest::files);
  }

  @Test
  void repair() throws Exception {
    everywhere("repair", VanishingShardTest::repair, VanishingShardTest::samples);
  }

  /** What a command has written, by names. */
  private interface Result {
    Map<String, ByteBuffer> of(Path target) throws IOException;
  }

  private void everywhere(String name, Command command, Result result) throws Exception {
    for (VariantOptions variant :
        List.of(
            new PcrVariant(),
            new LiquidVariant(FormatMix.parse("jpeg:1,png:1"), 0),
            new TfRecordVariant("gzip"))) {
      Path made = temporary.resolve(variant.variant().name());
      if (!Files.exists(made)) {
        write(made, variant);
      }
      AtomicInteger moments = new AtomicInteger();
      Path quiet = fresh("quiet");
      assertEquals(0, command.run(made, quiet, moments::incrementAndGet));
      Map<String, ByteBuffer> expected = result.of(quiet);
      assertTrue(expected.size() >= SAMPLES, expected.keySet()::toString);
      int tried = 0;
      int first = 0;
      for (FileChange change : FileChange.values()) {
        int stride = change == FileChange.DELETED ? 1 : STRIDE;
        for (int at = first % stride; at < moments.get(); at += stride) {
          String what = name + " of " + variant.variant() + ", shard " + change + " at " + at;
          run(what, made, command, result, expected, change, at);
          tried++;
        }
        first++;
      }
      Programme.CHANGES.passed(name + ": a shard, " + variant.variant(), tried);
    }
  }

  private void run(
      String what,
      Path made,
      Command command,
      Result result,
      Map<String, ByteBuffer> expected,
      FileChange change,
      int at)
      throws IOException {
    Path dataset = copy(made);
    Path shard = shards(dataset).get(1);
    Path target = fresh("target");
    AtomicInteger moment = new AtomicInteger();
    long missing;
    try {
      missing =
          command.run(
              dataset,
              target,
              () -> {
                if (moment.getAndIncrement() == at) {
                  try {
                    change.of(shard);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }
              });
    } catch (IOException e) {
      // Said, and the exit status is not 0. An archive does not appear then.
      assertFalse(Files.isRegularFile(target), () -> what + ": " + e);
      return;
    }
    Map<String, ByteBuffer> found = result.of(target);
    found.forEach((name, bytes) -> assertEquals(expected.get(name), bytes, what + ": " + name));
    long lost = expected.keySet().stream().filter(name -> !found.containsKey(name)).count();
    // A sample of a tar is several members.
    long ofEach = expected.size() / SAMPLES;
    assertTrue(
        lost <= missing * ofEach, () -> what + ": " + lost + " lost, and said of " + missing);
  }

  private static long extract(Path dataset, SampleSink sink, Hook hook) throws IOException {
    try (PcrDataset open = PcrDataset.open(dataset);
        SampleSink hooked = new HookedSink(sink, hook)) {
      hook.next();
      return Extraction.of(open, hooked).run().failed();
    }
  }

  private static long restore(Path dataset, Path target, Hook hook) throws IOException {
    DatasetFiles files =
        DatasetFiles.open(DatasetLocation.of(dataset), Limits.DEFAULT, notice -> {});
    hook.next();
    OutputReport report =
        Restore.of(files)
            .withThreads(1)
            .withSteps(steps(hook))
            .withProgress((items, read, written) -> hook.next())
            .into(target);
    return report.failed();
  }

  private static long repair(Path dataset, Path target, Hook hook) throws IOException {
    DamagedDataset damaged = DamagedDataset.of(dataset, Limits.DEFAULT, notice -> {});
    hook.next();
    Salvage.Listener listener =
        new Salvage.Listener() {
          @Override
          public ProgressListener examining(long bytes) {
            return (items, read, written) -> hook.next();
          }

          @Override
          public ProgressListener checking(long bytes) {
            return (items, read, written) -> hook.next();
          }
        };
    SalvageReport report = Salvage.of(damaged).listener(listener).steps(steps(hook)).saveTo(target);
    return report.isMoreUnknown() ? SAMPLES : report.lostSamples();
  }

  private static DurableSteps steps(Hook hook) {
    return (step, file) -> hook.next();
  }

  /** Tells of every sample before it is read whole, and before it is written. */
  private record HookedSink(SampleSink sink, Hook hook) implements SampleSink {
    @Override
    public boolean isParallel() {
      return false;
    }

    @Override
    public Write prepare(Sample sample) throws IOException {
      hook.next();
      Write write = sink.prepare(sample);
      return () -> {
        hook.next();
        return write.run();
      };
    }

    @Override
    public void finish() throws IOException {
      hook.next();
      sink.finish();
    }

    @Override
    public void close() throws IOException {
      sink.close();
    }
  }

  private static void write(Path dataset, VariantOptions variant) throws Exception {
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .variant(variant)
            .shards(new ShardLimits(1 << 20, 2))
            .columns(List.of(new ColumnSpec("mask", ColumnType.BYTES, Placement.LATE)))
            .build();
    try (PcrWriter writer = PcrWriter.create(dataset, options)) {
      for (int i = 0; i < SAMPLES; i++) {
        byte[] mask = ("mask " + i).getBytes(StandardCharsets.UTF_8);
        PcrSample sample = PcrSample.of("c/" + i + ".jpg", JpegFixtures.baseline(i, 40, 30));
        writer.add(sample.with("mask", mask));
      }
      assertEquals(SAMPLES / 2, writer.finish().added().size());
    }
  }

  private static List<Path> shards(Path dataset) throws IOException {
    try (Stream<Path> files = Files.list(dataset)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .sorted()
          .toList();
    }
  }

  private Path copy(Path made) throws IOException {
    Path copy = Files.createDirectory(fresh("dataset"));
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  /** A path at which nothing is. */
  private Path fresh(String name) throws IOException {
    Path path = temporary.resolve(name);
    if (Files.exists(path)) {
      try (Stream<Path> all = Files.walk(path)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    return path;
  }

  private static Map<String, ByteBuffer> files(Path folder) throws IOException {
    Map<String, ByteBuffer> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), ByteBuffer.wrap(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  private static Map<String, ByteBuffer> members(Path tar) throws IOException {
    Map<String, ByteBuffer> members = new TreeMap<>();
    try (ByteSource source = FileByteSource.open(tar)) {
      TarWalk walk = new TarWalk(source);
      for (TarWalk.Member member = walk.next(); member != null; member = walk.next()) {
        ByteBuffer bytes = ByteBuffer.allocate((int) member.size());
        source.readFully(member.position(), bytes);
        members.put(new String(member.name(), StandardCharsets.UTF_8), bytes.flip());
      }
      assertTrue(walk.isEnded());
    }
    return members;
  }

  private static Map<String, ByteBuffer> samples(Path dataset) throws IOException {
    Map<String, ByteBuffer> samples = new TreeMap<>();
    try (PcrDataset open = PcrDataset.open(dataset)) {
      for (Shard shard : open.shards()) {
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            ByteBuffer mask = sample.bytes("mask").orElseThrow();
            ByteBuffer file = sample.file();
            ByteBuffer both = ByteBuffer.allocate(file.remaining() + mask.remaining());
            samples.put(sample.key(), both.put(file.duplicate()).put(mask.duplicate()).flip());
          }
        }
      }
    }
    return samples;
  }
}
