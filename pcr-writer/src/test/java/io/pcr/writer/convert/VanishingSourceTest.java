package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.original.Originals;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.writer.FileChange;
import io.pcr.writer.internal.tar.TarWriter;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file of a source vanishes or becomes another one at any moment of a conversion. What is stored
 * is what was there, or the summary and the list of rejects say what is missing.
 */
class VanishingSourceTest {
  private static final int IMAGES = 4;

  /** Of the moments, each how many'th is tried: for what vanishes, and for what changes. */
  private record Strides(int vanishing, int changing) {
    static final Strides ALL = new Strides(1, 1);
  }

  /** What an image has: its bytes, and those of its column, if any. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Had(byte[] image, byte[] mask) {}

  /**
   * A kind of source.
   *
   * @param target the file to which something happens
   * @param carriesImages whether the target is an image or holds some, and not a column alone
   * @param seenBy how many entries are listed when the conversion has surely seen the target
   */
  private record Kind(
      String name, SourceOptions options, Path target, boolean carriesImages, int seenBy) {}

  @TempDir private Path temporary;

  private final Map<String, Had> expected = new TreeMap<>();

  @Test
  void imagesOfAFolder() throws Exception {
    changes(new Strides(3, 9), () -> folder("masks/{stem}.png", "c/1.jpg", true, 2 * IMAGES));
  }

  @Test
  void columnFilesThatAreListedBeforeTheirImages() throws Exception {
    // All files of the folder itself come before those of its folders.
    changes(new Strides(1, 9), () -> folder("{name}.mask", "1.mask", false, IMAGES));
  }

  @Test
  void columnFilesThatAreListedAfterTheirImages() throws Exception {
    changes(
        new Strides(1, 9),
        () -> folder("c/masks/{name}.mask", "c/masks/1.mask", false, IMAGES + 1));
  }

  @Test
  void tars() throws Exception {
    changes(new Strides(3, 9), this::tarFiles);
  }

  @Test
  void plainTfRecords() throws Exception {
    changes(new Strides(3, 9), () -> records(TfRecordCompressions.NONE, "1.tfrecord"));
  }

  @Test
  void compressedTfRecords() throws Exception {
    changes(new Strides(3, 9), () -> records(TfRecordCompressions.GZIP, "1.tfrecord.gz"));
  }

  @Test
  @Tag("long")
  void everyChangeAtEveryMoment() throws Exception {
    changes(Strides.ALL, () -> folder("masks/{stem}.png", "c/1.jpg", true, 2 * IMAGES));
    changes(Strides.ALL, () -> folder("{name}.mask", "1.mask", false, IMAGES));
    changes(Strides.ALL, () -> folder("c/masks/{name}.mask", "c/masks/1.mask", false, IMAGES + 1));
    changes(Strides.ALL, this::tarFiles);
    changes(Strides.ALL, () -> records(TfRecordCompressions.NONE, "1.tfrecord"));
    changes(Strides.ALL, () -> records(TfRecordCompressions.GZIP, "1.tfrecord.gz"));
  }

  /** Makes a source anew. */
  private interface Making {
    Kind make() throws IOException;
  }

  private void changes(Strides strides, Making making) throws Exception {
    int first = 0;
    for (FileChange change : FileChange.values()) {
      // The moments are counted by a run in which nothing happens.
      AtomicInteger moments = new AtomicInteger();
      run(making.make(), moments, -1, change);
      int stride = change == FileChange.DELETED ? strides.vanishing() : strides.changing();
      int tried = 0;
      String name = "";
      for (int at = first % stride; at < moments.get(); at += stride) {
        Kind kind = making.make();
        name = kind.name();
        run(kind, new AtomicInteger(), at, change);
        tried++;
      }
      Programme.CHANGES.passed(name, tried);
      first++;
    }
  }

  /** Converts, and makes something happen to the target at a moment. */
  private void run(Kind kind, AtomicInteger moments, int at, FileChange change) throws Exception {
    Path out = fresh("out");
    byte[] before = Files.readAllBytes(kind.target());
    String what = kind.name() + ", " + change + " at " + at;
    AtomicInteger listed = new AtomicInteger();
    AtomicBoolean couldBeSeen = new AtomicBoolean();
    Moments hearing =
        new Moments(
            moments,
            listed,
            moment -> {
              if (moment == at) {
                couldBeSeen.set(listed.get() >= kind.seenBy());
                change.of(kind.target());
              }
            });
    ConversionOptions options =
        ConversionOptions.builder(kind.options(), out)
            .order(SampleOrder.SOURCE)
            .threads(1)
            .shards(new ShardLimits(1 << 20, 2))
            .build();
    ConversionSummary summary;
    try {
      summary = Conversion.convert(options, hearing, hearing);
    } catch (IOException e) {
      assertTrue(at >= 0, e::toString);
      assertFalse(Files.exists(out.resolve("manifest.pcrm")), () -> what + ": " + e);
      return;
    }
    byte[] after =
        Files.isRegularFile(kind.target()) ? Files.readAllBytes(kind.target()) : new byte[0];
    requireAllOrSaid(what, summary, out, kind, List.of(before, after), couldBeSeen.get());
  }

  private void requireAllOrSaid(
      String what,
      ConversionSummary summary,
      Path out,
      Kind kind,
      List<byte[]> contents,
      boolean couldBeSeen)
      throws IOException {
    Path log = out.resolve(Conversion.REJECTS_NAME);
    String rejects = Files.exists(log) ? Files.readString(log) : "";
    Map<String, Had> stored = stored(out);
    String target = kind.target().getFileName().toString();
    for (Map.Entry<String, Had> image : expected.entrySet()) {
      String key = image.getKey();
      Had found = stored.remove(key);
      boolean isNamed = rejects.contains("\"" + key + "\"") || rejects.contains(target);
      boolean isTarget = kind.carriesImages() ? key.endsWith(target) : key.startsWith("c/1.");
      if (found == null) {
        assertTrue(
            !couldBeSeen || (isNamed && !summary.isComplete()),
            () -> what + ", " + key + ": " + rejects);
        continue;
      }
      boolean mayBeOther = isTarget && kind.carriesImages();
      assertTrue(
          Arrays.equals(image.getValue().image(), found.image())
              || (mayBeOther && isOneOf(contents, found.image())),
          () -> what + ": image " + key);
      if (found.mask() == null && image.getValue().mask() != null) {
        assertTrue(isTarget && !kind.carriesImages(), () -> what + ": no mask of " + key);
        assertTrue(
            !couldBeSeen || (isNamed && !summary.isComplete()),
            () -> what + ": mask of " + key + " is missing, and nothing is said: " + rejects);
      } else if (isTarget && !kind.carriesImages()) {
        assertTrue(isOneOf(contents, found.mask()), () -> what + ": mask of " + key);
      } else {
        assertArrayEquals(image.getValue().mask(), found.mask(), () -> what + ": mask of " + key);
      }
    }
    assertEquals(Map.of(), stored, what);
  }

  private static boolean isOneOf(List<byte[]> contents, byte[] found) {
    return contents.stream().anyMatch(content -> Arrays.equals(content, found));
  }

  private static Map<String, Had> stored(Path out) throws IOException {
    Map<String, Had> stored = new TreeMap<>();
    try (PcrDataset dataset = PcrDataset.open(out)) {
      Originals originals = Originals.of(dataset);
      for (Shard shard : dataset.shards()) {
        try (ShardReader samples = shard.read(Fidelity.FULL)) {
          for (Sample sample : samples) {
            boolean hasMask = sample.columns().stream().anyMatch(c -> c.name().equals("mask"));
            byte[] mask = hasMask ? bytes(sample.bytes("mask").orElseThrow()) : null;
            stored.put(sample.key(), new Had(bytes(originals.get(sample.key())), mask));
          }
        }
      }
    }
    return stored;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private Kind folder(String pattern, String target, boolean isImage, int seenBy)
      throws IOException {
    Path folder = fresh("source");
    FileColumn column = FileColumn.parse("mask=" + pattern);
    expected.clear();
    for (int i = 0; i < IMAGES; i++) {
      String key = "c/" + i + ".jpg";
      Had had = new Had(image(i), ("mask " + i).getBytes(StandardCharsets.UTF_8));
      expected.put(key, had);
      write(folder.resolve(key), had.image());
      write(folder.resolve(column.pathFor(key)), had.mask());
    }
    FolderSourceOptions options = FolderSourceOptions.of(folder).withFileColumns(List.of(column));
    String name = isImage ? "convert: images of a folder" : "convert: column files, " + pattern;
    return new Kind(name, options, folder.resolve(target), isImage, seenBy);
  }

  private Kind tarFiles() throws IOException {
    Path folder = fresh("source");
    expected.clear();
    for (int tar = 0; tar < 2; tar++) {
      try (FileChannel channel = create(folder.resolve(tar + ".tar"))) {
        TarWriter writer = new TarWriter(channel);
        for (int i = 0; i < IMAGES; i++) {
          Had had = new Had(image(i), ("mask " + i).getBytes(StandardCharsets.UTF_8));
          expected.put(tar + "-" + i, had);
          writer.add(tar + "-" + i + ".jpg", List.of(ByteBuffer.wrap(had.image())));
          writer.add(tar + "-" + i + ".mask", List.of(ByteBuffer.wrap(had.mask())));
        }
        writer.finish();
      }
    }
    Path target = folder.resolve("1.tar");
    return new Kind("convert: tars", TarSourceOptions.of(folder), target, true, 1);
  }

  private Kind records(TfRecordCompression compression, String target) throws IOException {
    Path folder = fresh("source");
    expected.clear();
    for (int file = 0; file < 2; file++) {
      Path path = folder.resolve(target.replace('1', (char) ('0' + file)));
      try (FileChannel channel = create(path);
          TfRecordWriter writer =
              new TfRecordWriter(channel, TfRecordWriteOptions.of(compression))) {
        for (int i = 0; i < IMAGES; i++) {
          Had had = new Had(image(i), null);
          expected.put(file + "-" + i, had);
          Map<String, Feature> features = new LinkedHashMap<>();
          features.put("image/encoded", Feature.ofBytes(ByteBuffer.wrap(had.image())));
          features.put("image/filename", Feature.ofText(file + "-" + i));
          writer.write(Example.of(features));
        }
        writer.finish();
      }
    }
    String name = "convert: TFRecords, " + compression;
    Path path = folder.resolve(target);
    return new Kind(name, TfRecordSourceOptions.of(folder), path, true, 1);
  }

  private static byte[] image(int i) {
    return JpegFixtures.baseline(i, 24, 17);
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** An empty folder of that name. */
  private Path fresh(String name) throws IOException {
    Path folder = temporary.resolve(name);
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    return name.equals("out") ? folder : Files.createDirectory(folder);
  }

  /** Numbers everything that is heard of a conversion. */
  private record Moments(AtomicInteger count, AtomicInteger listed, Hook hook)
      implements ConversionListener, DurableSteps {
    interface Hook {
      void at(int moment) throws IOException;
    }

    private void next() {
      try {
        hook.at(count.getAndIncrement());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void before(Step step, Path file) {
      next();
    }

    @Override
    public void listing(long entriesSeen) {
      listed.incrementAndGet();
      next();
    }

    @Override
    public void started(long inputs, long inputBytes, InputCounts done) {
      next();
    }

    @Override
    public void encoded(long sourceBytes, long storedBytes) {
      next();
    }

    @Override
    public void rejected(Reject reject) {
      next();
    }
  }
}
