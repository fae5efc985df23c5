package io.pcr.conformance.tfrecord;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tools.Pcr;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TensorFlow and this project read each other's files, photographs in them. */
@Tag("long")
class TensorFlowPeerTest {
  /** By zlib's numbers. */
  private static final List<ZlibStrategy> ZLIB_STRATEGIES =
      List.of(
          ZlibStrategy.DEFAULT,
          ZlibStrategy.FILTERED,
          ZlibStrategy.HUFFMAN_ONLY,
          ZlibStrategy.RLE,
          ZlibStrategy.FIXED);

  @TempDir Path folder;

  private static List<TfRecordWriteOptions> whatTensorFlowReads() {
    List<TfRecordWriteOptions> all = new ArrayList<>(List.of(TfRecordWriteOptions.DEFAULT));
    for (TfRecordCompression compression :
        List.of(TfRecordCompressions.GZIP, TfRecordCompressions.ZLIB)) {
      for (ZlibStrategy strategy : ZlibStrategy.values()) {
        for (int level : new int[] {0, 1, 6, 9}) {
          all.add(new TfRecordWriteOptions(compression, level, strategy));
        }
      }
    }
    return all;
  }

  @Test
  void tensorFlowReadsOurFiles() throws Exception {
    Map<String, byte[]> images = Images.jpegs();
    List<Example> examples = TfRecordFiles.examples(images, "JPEG");
    List<String> once = new ArrayList<>();
    for (Map.Entry<String, byte[]> image : images.entrySet()) {
      Example example = examples.get(once.size());
      ByteBuffer data = ByteBuffer.allocate(example.encoder().encodedLength());
      example.encoder().encode(data);
      once.add(line(data.flip(), image.getValue(), -once.size(), image.getKey()));
    }

    List<Object> command = new ArrayList<>(List.of("dump"));
    List<String> expected = new ArrayList<>();
    for (TfRecordWriteOptions options : whatTensorFlowReads()) {
      Path file = folder.resolve("ours-" + options.toText().replace(':', '-'));
      TfRecordFiles.write(file, options, examples);
      command.add(file);
      command.add(options.compression());
      expected.addAll(once);
    }
    assertEquals(expected, TensorFlow.run(folder, command.toArray()));
    Programme.PEERS.passed("TensorFlow: records of our files", expected.size());
  }

  @Test
  void tensorFlowReadsTheShardsThatConversionsMake() throws Exception {
    Map<String, byte[]> images = Images.jpegs();
    Path source = folder.resolve("images");
    for (Map.Entry<String, byte[]> image : images.entrySet()) {
      Path file = source.resolve(image.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, image.getValue());
    }
    for (String compression : List.of("none", "gzip:9", "gzip:1:rle", "zlib:6:huffman-only")) {
      Path out = folder.resolve("out-" + compression.replace(':', '-'));
      TfRecordVariant variant = new TfRecordVariant(compression);
      Conversion.convert(
          ConversionOptions.builder(FolderSourceOptions.of(source), out)
              .variant(variant)
              .shards(new ShardLimits(1L << 30, images.size() / 3))
              .build(),
          ConversionListener.SILENT);
      requireThatTensorFlowReads(out, images);
    }
  }

  private void requireThatTensorFlowReads(Path dataset, Map<String, byte[]> images)
      throws Exception {
    List<Object> command = new ArrayList<>(List.of("dump"));
    Map<String, String> expected = new TreeMap<>();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (ShardEntry shard : opened.manifest().orElseThrow().shards()) {
        command.add(dataset.resolve(shard.name()));
        command.add(shard.compression());
      }
      for (Map.Entry<String, byte[]> image : images.entrySet()) {
        long label = opened.sample(image.getKey(), Fidelity.FULL).label().orElseThrow();
        expected.put(image.getKey(), sha256(ByteBuffer.wrap(image.getValue())) + "\t" + label);
      }
      assertTrue(opened.shards().size() >= 3);
    }
    Map<String, String> found = new TreeMap<>();
    List<String> lines = TensorFlow.run(folder, command.toArray());
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      found.put(fields[3], fields[1] + "\t" + fields[2]);
    }
    assertEquals(images.size(), lines.size());
    assertEquals(expected, found);
    Programme.PEERS.passed("TensorFlow: records of our conversions", found.size());
  }

  @Test
  void weReadTensorFlowsFiles() throws Exception {
    Map<String, byte[]> images = Images.jpegs();
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, byte[]> image : images.entrySet()) {
      Path path = folder.resolve("image-" + lines.size());
      Files.write(path, image.getValue());
      lines.add(image.getKey() + "\t" + -lines.size() + "\t" + path);
    }
    Path listing = Files.write(folder.resolve("listing"), lines);
    List<Object> command = new ArrayList<>(List.of("write", listing));
    List<Path> files = new ArrayList<>();
    for (TfRecordWriteOptions options : whatTensorFlowReads()) {
      Path file = folder.resolve("theirs-" + files.size());
      int strategy = ZLIB_STRATEGIES.indexOf(options.strategy());
      command.addAll(List.of(file, options.compression(), options.level(), strategy));
      files.add(file);
    }
    TensorFlow.run(folder, command.toArray());

    for (Path file : files) {
      requireImages(file, images);
      Programme.PEERS.passed("records of TensorFlow's files, read by us", images.size());
    }
  }

  /** Through shards of either variant, and out again: type, name and order of each feature. */
  @Test
  void tensorFlowsOwnParserReadsTheFeaturesThatItWroteOnceTheyCameThroughADataset()
      throws Exception {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, byte[]> image : Images.jpegs().entrySet()) {
      Path path = folder.resolve("image-" + lines.size());
      Files.write(path, image.getValue());
      lines.add(image.getKey() + "\t0\t" + path);
    }
    Path listing = Files.write(folder.resolve("listing"), lines);
    Path theirs = folder.resolve("theirs.tfrecord");
    TensorFlow.run(folder, "detection", listing, theirs);
    List<String> expected = TensorFlow.run(folder, "parse", theirs);
    assertEquals(lines.size(), expected.size());
    for (String variant : List.of("pcr", "tfrecord")) {
      Path dataset = folder.resolve("as-" + variant);
      Path ours = folder.resolve(variant + ".tfrecord");
      run("convert", theirs, dataset, "--variant=" + variant);
      run("extract", dataset, ours, "--to=tfrecord");
      assertEquals(expected, TensorFlow.run(folder, "parse", ours), variant);
      Programme.PEERS.passed("TensorFlow: features that came through " + variant, lines.size());
    }
  }

  private static void run(Object... words) {
    assertEquals(
        0,
        Pcr.commandLine().execute(Stream.of(words).map(Object::toString).toArray(String[]::new)),
        () -> List.of(words).toString());
  }

  private static void requireImages(Path file, Map<String, byte[]> images) throws IOException {
    List<String> keys = new ArrayList<>(images.keySet());
    List<String> read = new ArrayList<>();
    TfRecordFiles.read(
        file,
        record -> {
          ImageExample image =
              ImageExample.of(
                  Example.decode(record.data(), record.origin(), Limits.DEFAULT),
                  FeatureNames.DEFAULT,
                  record.origin());
          String key = keys.get(read.size());
          assertEquals(key, image.key().orElseThrow());
          assertEquals(-read.size(), image.label().orElseThrow());
          byte[] bytes = new byte[image.encoded().remaining()];
          image.encoded().get(0, bytes);
          assertArrayEquals(images.get(key), bytes, key);
          read.add(key);
        });
    assertEquals(keys, read);
  }

  @Test
  void severalGzipMembersAreOneFileToBoth() throws Exception {
    Map<String, byte[]> images = Images.jpegs();
    Path part = folder.resolve("part");
    TfRecordFiles.write(
        part,
        TfRecordWriteOptions.of(TfRecordCompressions.GZIP),
        TfRecordFiles.examples(images, "JPEG"));
    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    twice.writeBytes(Files.readAllBytes(part));
    twice.writeBytes(Files.readAllBytes(part));
    Path file = folder.resolve("twice");
    Files.write(file, twice.toByteArray());

    assertEquals(2L * images.size(), TfRecordFiles.read(file, record -> {}));
    assertEquals(2 * images.size(), TensorFlow.run(folder, "dump", file, "GZIP").size());
  }

  private static String line(ByteBuffer record, byte[] image, int label, String key) {
    return String.join("\t", sha256(record), sha256(ByteBuffer.wrap(image)), "" + label, key);
  }

  private static String sha256(ByteBuffer bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
