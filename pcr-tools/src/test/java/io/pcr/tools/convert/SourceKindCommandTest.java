package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives, records and mixed folders that {@code convert} is given. */
class SourceKindCommandTest {
  @TempDir private Path temporary;

  private Path source;
  private Path out;

  @BeforeEach
  void makeASource() throws IOException {
    source = PhotoFolder.write(temporary.resolve("photos"), 6);
    out = temporary.resolve("dataset");
  }

  @Test
  void tarIsTakenForWhatItIsAndHasNoLabelsFile() throws Exception {
    Path tar = temporary.resolve("photos.tar");
    Process pack =
        new ProcessBuilder("tar", "-cf", tar.toString(), "-C", source.toString(), "c0", "c1")
            .inheritIO()
            .start();
    assertEquals(0, pack.waitFor());
    CommandRun run = CommandRun.of("convert", tar, out);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals(out + ": 6 images in 1 shard", run.lines().get(0));
    CommandRun labels =
        CommandRun.of("convert", tar, temporary.resolve("other"), "--labels=labels.csv");
    assertEquals(ExitCode.USAGE, labels.status());
    assertTrue(labels.err().contains("not for tar"), labels.err());
  }

  @Test
  void aFolderOfSeveralKindsIsRefusedUnlessOneIsChosen() throws Exception {
    Path tars = Files.createDirectory(temporary.resolve("tars"));
    Process pack =
        new ProcessBuilder("tar", "-cf", tars + "/0.tar", "-C", source.toString(), "c0", "c1")
            .inheritIO()
            .start();
    assertEquals(0, pack.waitFor());
    assertEquals(ExitCode.OK, CommandRun.of("convert", tars, out).status());
    Files.writeString(tars.resolve("README"), "six images");
    CommandRun mixed = CommandRun.of("convert", tars, temporary.resolve("mixed"));
    assertEquals(ExitCode.USAGE, mixed.status());
    assertTrue(mixed.err().contains("holds 1 tar file next to README; --from says"), mixed.err());
    CommandRun chosen = CommandRun.of("convert", tars, temporary.resolve("chosen"), "--from=tar");
    assertEquals(ExitCode.FOUND, chosen.status());
    String rejects = Files.readString(temporary.resolve("chosen/rejects.jsonl"));
    assertTrue(rejects.contains("\"path\":\"README\""), rejects);
    CommandRun again = CommandRun.of("convert", out, temporary.resolve("again"));
    assertEquals(ExitCode.USAGE, again.status());
    assertTrue(again.err().contains("is already a dataset"), again.err());
    CommandRun text = CommandRun.of("convert", tars.resolve("README"), temporary.resolve("text"));
    assertEquals(ExitCode.USAGE, text.status());
    assertTrue(text.err().contains("not a folder, a tar or a TFRecord file"), text.err());
  }

  @Test
  void tfRecordsAreTakenForWhatTheyAreUnderTheNamesGiven() throws IOException {
    Path records = temporary.resolve("train-00000-of-00001");
    try (FileChannel channel =
            FileChannel.open(records, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, TfRecordWriteOptions.parse("zstd"))) {
      for (int i = 0; i < 3; i++) {
        byte[] jpeg = JpegFixtures.baseline(i, 40, 30);
        writer.write(
            Example.of(
                Map.of(
                    "jpg", Feature.ofBytes(ByteBuffer.wrap(jpeg)),
                    "cls", Feature.ofInt64s(i),
                    "name", Feature.ofText("image " + i))));
      }
      writer.finish();
    }
    CommandRun wrong = CommandRun.of("convert", records, out);
    assertEquals(ExitCode.USAGE, wrong.status());
    assertTrue(wrong.err().contains("the record has cls, jpg, name"), wrong.err());
    CommandRun run =
        CommandRun.of(
            "convert",
            records,
            out,
            "--feature=image=jpg",
            "--feature=label=cls",
            "--feature=key=name");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals(out + ": 3 images in 1 shard", run.lines().get(0));
    try (PcrDataset dataset = PcrDataset.open(out)) {
      assertEquals(2, dataset.sample("image 2", Fidelity.FULL).label().orElseThrow());
    }
  }

  @Test
  void emptyFilesBesideRecordsAndAnotherNameDoNotHideWhatASourceIs() throws IOException {
    Path parts = Files.createDirectory(temporary.resolve("parts"));
    Path part = parts.resolve("part-0.tar"); // Not what its name says.
    Path made = temporary.resolve("made");
    assertEquals(ExitCode.OK, CommandRun.of("convert", source, made).status());
    assertEquals(ExitCode.OK, CommandRun.of("extract", made, part, "--to=tfrecord").status());
    Files.createFile(parts.resolve("part-1"));
    Files.createFile(parts.resolve("_SUCCESS"));
    CommandRun run = CommandRun.of("convert", parts, out.resolveSibling("of-parts"));
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.lines().get(0).endsWith("6 images in 1 shard"), run.lines()::toString);
  }

  @Test
  void foldersOfArchivesAreNotTakenForImages() throws Exception {
    Path train = Files.createDirectories(temporary.resolve("shards/train"));
    Process pack =
        new ProcessBuilder("tar", "-cf", train + "/0.tar", "-C", source.toString(), ".")
            .inheritIO()
            .start();
    assertEquals(0, pack.waitFor());
    CommandRun run = CommandRun.of("convert", train.getParent(), out);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("there is a tar file in train"), run.err());
    assertFalse(Files.exists(out));
  }

  /** The example that comes with the reference implementation, or one made like it. */
  @Test
  void theReferencesExampleIsGivenBackToTheByte() throws IOException {
    String override = System.getenv("PCR_CORPUS");
    Path corpus =
        override == null
            ? Path.of(System.getProperty("pcr.root", "."), "../shared/corpus")
            : Path.of(override);
    Path example = corpus.resolve("reference-pcr");
    byte[] image;
    if (Files.isDirectory(example)) {
      image = Files.readAllBytes(example.resolve("small_progressive.jpg"));
    } else {
      image = JpegFixtures.progressive(40, 30);
      example = reference(image);
    }
    CommandRun run = CommandRun.of("convert", example, out);
    assertEquals(ExitCode.OK, run.status(), run.err());
    Path restored = temporary.resolve("restored");
    assertEquals(ExitCode.OK, CommandRun.of("restore", out, restored).status());
    assertArrayEquals(image, Files.readAllBytes(restored.resolve("PCR_0.pcr/0")));
  }

  /** One record of one image in one group. */
  private Path reference(byte[] image) throws IOException {
    ByteArrayOutputStream metadata = new ByteArrayOutputStream();
    metadata.writeBytes(new byte[] {1 << 3, 0, 2 << 3, 1, 3 << 3, 1});
    ByteArrayOutputStream group = new ByteArrayOutputStream();
    group.write((1 << 3) | 2);
    putVarint(group, image.length - 2);
    group.write(image, 0, image.length - 2);
    ByteArrayOutputStream entry = new ByteArrayOutputStream();
    entry.write((1 << 3) | 2);
    putVarint(entry, "PCR_0.pcr".length());
    entry.writeBytes("PCR_0.pcr".getBytes(StandardCharsets.US_ASCII));
    for (int size : new int[] {metadata.size(), group.size()}) {
      entry.write(2 << 3);
      putVarint(entry, size);
    }
    ByteArrayOutputStream index = new ByteArrayOutputStream();
    index.write((1 << 3) | 2);
    putVarint(index, entry.size());
    index.writeBytes(entry.toByteArray());
    Path folder = Files.createDirectory(temporary.resolve("reference"));
    Files.write(folder.resolve("PCR_index.pb"), index.toByteArray());
    metadata.writeBytes(group.toByteArray());
    Files.write(folder.resolve("PCR_0.pcr"), metadata.toByteArray());
    return folder;
  }

  private static void putVarint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest >= 0x80) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  @Test
  void aCompressedTarIsRefusedSayingWhatToDo() throws Exception {
    Path tar = temporary.resolve("photos.tar.gz");
    Process pack =
        new ProcessBuilder("tar", "-czf", tar.toString(), "-C", source.toString(), ".")
            .inheritIO()
            .start();
    assertEquals(0, pack.waitFor());
    CommandRun run = CommandRun.of("convert", tar, out, "--from=tar");
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("gunzip it first"), run.err());
    CommandRun found = CommandRun.of("convert", tar, out);
    assertEquals(ExitCode.USAGE, found.status());
    assertTrue(found.err().contains("gunzip it first"), found.err());
    assertFalse(Files.exists(out.resolve("manifest.pcrm")));
  }
}
