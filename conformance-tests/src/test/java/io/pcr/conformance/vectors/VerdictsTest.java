package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.internal.jpeg.JpegScan;
import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.testkit.Manifests;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the commands say of shards that no writer makes: the verdict, the advice, the status. */
class VerdictsTest {
  private static final int MIB = 1 << 20;

  @TempDir private Path folder;

  private record Run(int status, String out, String err) {}

  private static Run run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commands = Pcr.commandLine();
    commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int status = commands.execute(Stream.of(args).map(Object::toString).toArray(String[]::new));
    return new Run(status, out.toString(), err.toString());
  }

  private Path shard(ShardDraft draft) throws IOException {
    return Files.write(folder.resolve("part-00000.pcr"), draft.build());
  }

  /** The shard with a manifest beside it. */
  private Path dataset(ShardDraft draft) throws IOException {
    byte[] bytes = draft.build();
    Path dataset = Files.createDirectory(folder.resolve("dataset"));
    Files.write(dataset.resolve("part-00000.pcr"), bytes);
    ShardFile shard =
        ShardFile.open(new MemoryByteSource("shard", ByteBuffer.wrap(bytes)), Limits.DEFAULT);
    Manifest manifest =
        Manifest.builder(new UUID(3, 4))
            .groups(shard.metadata().groupCount(), shard.metadata().targets())
            .add(List.of(ShardEntries.of("part-00000.pcr", shard, RestoreExtent.NONE)))
            .build();
    Manifests.write(dataset, manifest);
    return dataset;
  }

  private static byte[] recipe(byte[] original) throws IOException {
    List<byte[]> literals = new ArrayList<>();
    int from = 0;
    for (JpegScan scan : MarkerScanner.scan(ByteBuffer.wrap(original), "original").scans()) {
      literals.add(Arrays.copyOfRange(original, from, scan.entropyOffset()));
      from = scan.entropyEnd();
    }
    literals.add(Arrays.copyOfRange(original, from, original.length));
    return RestoreDraft.recipe(literals.toArray(byte[][]::new));
  }

  @Test
  void recipeOfALongerFileThanTheMetadataSaysIsDamage() throws IOException {
    byte[] original = Drafts.COLOUR.original();
    RestoreDraft restore = new RestoreDraft().add(RestoreDraft.RECIPE, recipe(original));
    assertEquals(ExitCode.OK, run("verify", "--deep", shard(Drafts.one().restore(restore))).status);
    int length = original.length - 1;
    Path shard =
        shard(
            Drafts.one()
                .restore(restore)
                .metadata(table -> table.setElement("source_lengths", 0, length)));
    Run deep = run("verify", "--deep", shard);
    assertEquals(ExitCode.FOUND, deep.status, deep.out + deep.err);
    String found = "RESTORE_MISMATCH, stored " + length + ", computed more than " + length + "; ";
    assertTrue(deep.out.contains(found), deep.out);
    assertFalse((deep.out + deep.err).contains("--max-pixels"), deep.out + deep.err);
  }

  @Test
  void baseOfAPatchMayBeLongerThanTheOriginal() throws IOException {
    byte[] longer = Drafts.COLOUR.original();
    byte[] original = Arrays.copyOf(longer, longer.length - 9);
    RestoreDraft restore =
        new RestoreDraft()
            .add(RestoreDraft.PATCH, RestoreDraft.patch(recipe(longer), Frames.raw(original)))
            .digests(ShardDraft.sha256(original));
    Path shard =
        shard(
            Drafts.one()
                .restore(restore)
                .metadata(table -> table.setElement("source_lengths", 0, original.length)));
    Run deep = run("verify", "--deep", shard);
    assertEquals(ExitCode.OK, deep.status, deep.out + deep.err);
  }

  /** The last group again and again: more scans than a script has, fewer than a file may have. */
  private static SampleDraft ofScans(SampleDraft sample, int more) {
    List<byte[]> slices = new ArrayList<>(sample.slices());
    byte[] last = slices.get(slices.size() - 1);
    byte[][] repeated = new byte[more][];
    Arrays.fill(repeated, last);
    slices.set(slices.size() - 1, Frames.concat(repeated));
    return sample.withSlices(slices);
  }

  @Test
  void moreScansThanAScriptHasAreOverALimitThatNoOptionRaises() throws IOException {
    int scansOfLastGroup = 2;
    SampleDraft many = ofScans(JpegDrafts.grey("many.jpg", 3), 70 / scansOfLastGroup);
    Run deep = run("verify", "--deep", shard(ShardDraft.pcr(JpegDrafts.GROUPS, List.of(many))));
    assertEquals(ExitCode.IO, deep.status, deep.out + deep.err);
    assertTrue(deep.err.contains("needs 65, limit storedScans is 64\n"), deep.err);
  }

  @Test
  void jpegThatIsStoredAsItCameMayHaveAsManyScansAsOneThatComesIn() throws IOException {
    SampleDraft many = ofScans(JpegDrafts.grey("many.jpg", 3), 35);
    byte[] file =
        Frames.concat(
            Frames.concat(many.slices().toArray(byte[][]::new)),
            new byte[] {(byte) 0xff, (byte) 0xd9});
    int jpeg = 3;
    SampleDraft whole = SampleDraft.liquid("many.jpg", jpeg, file).withSize(24, 17);
    Run deep = run("verify", "--deep", shard(ShardDraft.liquid(List.of(whole))));
    assertFalse(deep.err.contains("scans, the limit"), deep.err);
  }

  @Test
  void sizeThatTheImageContradictsIsSaidByWhoeverDecodesIt() throws IOException {
    for (int side : new int[] {65_500, 8}) {
      Path shard =
          shard(
              ShardDraft.pcr(
                  JpegDrafts.GROUPS,
                  List.of(Drafts.COLOUR.withSize(side, side).withName("liar.jpg"))));
      String lie = "ShardMetadata.widths of liar.jpg: stored " + side + ", computed 24";
      Run quality = run("quality", shard);
      assertEquals(ExitCode.FOUND, quality.status, quality.err);
      assertTrue(quality.err.contains(lie), quality.err);
      assertTrue(quality.err.contains("'pcr verify --deep' lists all damage"), quality.err);
      Path page = folder.resolve("page.html");
      Run inspect = run("inspect", shard, "--html", page);
      assertEquals(ExitCode.FOUND, inspect.status, inspect.err);
      assertTrue(inspect.err.contains("liar.jpg cannot be shown: " + lie), inspect.err);
      assertTrue(Files.readString(page).contains(lie), "the picture's place says why");
      Run strip = run("inspect", shard, "--sample", "liar.jpg", "--strip", folder.resolve("s.svg"));
      assertEquals(ExitCode.FOUND, strip.status, strip.err);
    }
  }

  @Test
  void pictureThatCannotBeDecodedDoesNotTakeThePageFromTheOthers() throws IOException {
    SampleDraft broken = ofScans(JpegDrafts.colour("broken.jpg", 3), 70).withLabel(3);
    Path shard =
        shard(
            ShardDraft.pcr(
                JpegDrafts.GROUPS, List.of(Drafts.COLOUR, broken, Drafts.GREY.withLabel(3))));
    Path page = folder.resolve("page.html");
    Run inspect = run("inspect", shard, "--html", page);
    assertEquals(ExitCode.FOUND, inspect.status, inspect.err);
    String html = Files.readString(page);
    assertEquals(2 * JpegDrafts.GROUPS, html.split("data:image/jpeg", -1).length - 1);
    assertTrue(html.contains("Cannot be shown"), "the picture's place says why");
    assertTrue(html.contains("The fidelities were not measured"), "nor does it hide that");
  }

  @Test
  void imagesAboveTheLimitOfPixelsAreNamedWithTheOptionThatRaisesIt() throws IOException {
    Path shard = shard(Drafts.shard());
    Run deep = run("verify", "--deep", "--max-pixels=10", shard);
    assertEquals(ExitCode.IO, deep.status, deep.err);
    String pixels = "needs 408, limit pixels is 10; --max-pixels raises it\n";
    assertTrue(deep.err.contains(pixels), deep.err);
    Run quality = run("quality", "--max-pixels=10", shard);
    assertEquals(ExitCode.IO, quality.status, quality.err);
    String all = "2 images are over the limit of 10 pixels; --max-pixels raises it\n";
    assertTrue(quality.err.endsWith(all), quality.err);
    Run measured = run("quality", "--max-pixels=408", shard);
    assertEquals(ExitCode.OK, measured.status, measured.err);
  }

  /** Originals of zeros, of two mebibytes each, in a frame of a few bytes each. */
  private static ShardDraft bomb(int samples) {
    byte[] zeros = new byte[2 * MIB];
    List<SampleDraft> drafts = new ArrayList<>();
    RestoreDraft restore = new RestoreDraft().frameEach().frame(VerdictsTest::ofZeros);
    for (int i = 0; i < samples; i++) {
      drafts.add(JpegDrafts.grey("bomb" + i, 2));
      restore.add(RestoreDraft.ORIGINAL, zeros);
    }
    long[] lengths = new long[samples];
    Arrays.fill(lengths, zeros.length);
    return ShardDraft.pcr(JpegDrafts.GROUPS, drafts)
        .metadata(table -> table.set("source_lengths", lengths))
        .restore(restore);
  }

  private static byte[] ofZeros(byte[] content) {
    int most = 128 << 10;
    List<byte[]> blocks = new ArrayList<>();
    for (int at = 0; at < content.length; at += most) {
      int size = Math.min(most, content.length - at);
      blocks.add(Frames.block(at + size == content.length, Frames.RLE, size, new byte[1]));
    }
    return Frames.frame(
        Frames.SIZE4_SINGLE,
        Frames.u32(content.length),
        Frames.concat(blocks.toArray(byte[][]::new)));
  }

  // Covers T9
  @Test
  void originalsThatComeToFarMoreThanTheirShardsAreRefusedBeforeAnythingIsWritten()
      throws IOException {
    Path dataset = dataset(bomb(600));
    assertTrue(Files.size(dataset.resolve("part-00000.pcr")) < 2 * MIB, "a small file");
    Path back = folder.resolve("back");
    Run refused = run("restore", dataset, back);
    assertEquals(ExitCode.IO, refused.status, refused.err);
    assertTrue(
        refused.err.startsWith("pcr: nothing was written: the originals have 1.26 GB, "),
        refused.err);
    assertTrue(refused.err.contains("--max-bytes=1259MB restores them"), refused.err);
    assertFalse(Files.exists(back), "nothing is written");
    Run few = run("restore", dataset, back, "--max-bytes=3MiB", "--only=bomb1*");
    assertEquals(ExitCode.IO, few.status, few.err);
    assertTrue(few.err.contains("--max-bytes allows 3.15 MB; --max-bytes="), few.err);
    assertFalse(Files.exists(back), "nothing is written");
    Run one = run("restore", dataset, back, "--max-bytes=3MiB", "--only=bomb17");
    assertEquals(ExitCode.OK, one.status, one.err);
    assertEquals(2 * MIB, Files.size(back.resolve("bomb17")));
  }
}
