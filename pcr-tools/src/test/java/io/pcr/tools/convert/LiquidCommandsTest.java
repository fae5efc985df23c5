package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command over Liquid and mixed datasets. */
class LiquidCommandsTest {
  private static final int IMAGES = 20;
  private static final int WIDTH = 40;
  private static final int HEIGHT = 30;
  private static final String MIX = "--mix=jpeg:4,png:2,webp:1,bmp:1,raw:2";

  @TempDir private Path temporary;

  private Path source;
  private Path out;

  @BeforeEach
  void makeASource() throws IOException {
    source = temporary.resolve("photos");
    out = temporary.resolve("dataset");
    for (int i = 0; i < IMAGES; i++) {
      Path folder = Files.createDirectories(source.resolve("c" + i % 2));
      Files.write(folder.resolve(i + ".jpg"), JpegFixtures.baseline(i, WIDTH, HEIGHT));
    }
  }

  private CommandRun convert(Object... more) {
    Object[] words = new Object[4 + more.length];
    words[0] = "convert";
    words[1] = source;
    words[2] = out;
    words[3] = "--variant=liquid";
    System.arraycopy(more, 0, words, 4, more.length);
    return CommandRun.of(words);
  }

  private Path original(String key) {
    return source.resolve(key);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Test
  void mixIsSaidShownVerifiedAndEveryOriginalComesBack() throws Exception {
    CommandRun run = convert(MIX);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().contains("8 jpeg, 4 png, 2 webp, 2 bmp, 4 raw\n"), run.out());
    assertTrue(run.out().contains("20 of 20 originals can be restored"), run.out());
    CommandRun inspect = CommandRun.of("inspect", out);
    assertTrue(inspect.out().contains("LIQUID dataset"), inspect.out());
    assertTrue(inspect.out().contains("all can be restored"), inspect.out());
    assertTrue(inspect.lines().stream().anyMatch(l -> l.matches(" +jpeg +8 .*")), inspect.out());
    CommandRun layout = CommandRun.of("inspect", out.resolve("part-00000.pcrl"), "--layout");
    assertTrue(layout.out().contains("format webp"), layout.out());
    CommandRun verify = CommandRun.of("verify", out, "--deep");
    assertEquals(ExitCode.OK, verify.status(), verify.out() + verify.err());
    Path back = temporary.resolve("back");
    assertEquals(ExitCode.OK, CommandRun.of("restore", out, back).status());
    Map<Encoding, Integer> formats = new EnumMap<>(Encoding.class);
    try (PcrDataset dataset = PcrDataset.open(out)) {
      for (long i = 0; i < IMAGES; i++) {
        Sample sample = dataset.sample(i, Fidelity.FULL);
        formats.merge(sample.encoding(), 1, Integer::sum);
        assertArrayEquals(
            Files.readAllBytes(original(sample.key())),
            Files.readAllBytes(back.resolve(sample.key())));
      }
    }
    Map<Encoding, Integer> wanted =
        Map.of(
            Encoding.JPEG, 8, Encoding.PNG, 4, Encoding.WEBP, 2, Encoding.BMP, 2, Encoding.RAW, 4);
    assertEquals(wanted, formats);
  }

  @Test
  void withoutRestoreDataWhatIsItsOriginalIsGivenBackAndTheRestIsNamed() throws Exception {
    CommandRun run = convert(MIX, "--restore=none");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().contains("8 of 20 originals can be restored"), run.out());
    assertTrue(CommandRun.of("inspect", out).out().contains("8 of 20 can be restored"));
    Path back = temporary.resolve("back");
    CommandRun restore = CommandRun.of("restore", out, back);
    assertEquals(ExitCode.FOUND, restore.status());
    assertTrue(restore.err().contains("it is stored as webp"), restore.err());
    assertTrue(restore.out().contains("8 files written, 12 not restored"), restore.out());
    try (PcrDataset dataset = PcrDataset.open(out)) {
      for (long i = 0; i < IMAGES; i++) {
        Sample sample = dataset.sample(i, Fidelity.FULL);
        Path file = back.resolve(sample.key());
        assertEquals(sample.encoding() == Encoding.JPEG, Files.exists(file), sample.key());
        if (Files.exists(file)) {
          assertArrayEquals(Files.readAllBytes(original(sample.key())), Files.readAllBytes(file));
        }
      }
    }
  }

  @Test
  void datasetOfBothVariantsIsExtractedWithTheSamePixelsForLosslessFormats() throws Exception {
    convert("--mix=png:1,raw:1");
    Path more = Files.createDirectories(temporary.resolve("more/c1"));
    Files.write(more.resolve("new.jpg"), JpegFixtures.baseline(99, WIDTH, HEIGHT));
    CommandRun append = CommandRun.of("append", out, more.getParent(), "--variant=pcr");
    assertEquals(ExitCode.OK, append.status(), append.err());
    Files.move(more.resolve("new.jpg"), more.resolve("newer.jpg"));
    CommandRun again = CommandRun.of("append", out, more.getParent());
    assertTrue(again.out().contains("1 png") || again.out().contains("1 raw"), again.out());
    assertTrue(CommandRun.of("inspect", out).out().contains("MIXED dataset"));
    assertEquals(ExitCode.OK, CommandRun.of("verify", out, "--deep").status());
    Path files = temporary.resolve("files");
    assertEquals(ExitCode.OK, CommandRun.of("extract", out, files, "--fidelity=2").status());
    Path progressive = temporary.resolve("progressive");
    assertEquals(ExitCode.OK, CommandRun.of("convert", source, progressive).status());
    try (PcrDataset liquid = PcrDataset.open(out);
        PcrDataset pcr = PcrDataset.open(progressive)) {
      for (long i = 0; i < IMAGES; i++) {
        Sample sample = liquid.sample(i, Fidelity.FULL);
        String name = sample.key() + (sample.encoding() == Encoding.PNG ? ".png" : ".ppm");
        assertArrayEquals(bytes(sample.file()), Files.readAllBytes(files.resolve(name)));
        ByteBuffer pixels = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
        sample.decodeRgb(pixels);
        ByteBuffer same = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
        pcr.sample(sample.key(), Fidelity.FULL).decodeRgb(same);
        assertEquals(same.flip(), pixels.flip(), sample.key());
      }
    }
  }

  @Test
  void damageIsFoundAndAFileThatIsNotOfItsFormatTooWhenLookingDeep() throws Exception {
    convert("--mix=raw:1", "--restore=none");
    Path shard = out.resolve("part-00000.pcrl");
    byte[] bytes = Files.readAllBytes(shard);
    bytes[bytes.length / 2] ^= 1; // of the pixels, which are nearly all of the shard
    Files.write(shard, bytes);
    CommandRun verify = CommandRun.of("verify", out);
    assertEquals(ExitCode.FOUND, verify.status());
    assertTrue(verify.out().contains("the sample is lost"), verify.out());
  }

  @Test
  void mixWithoutMeaningIsAUsageErrorAndNothingIsWritten() {
    for (Object[] words :
        new Object[][] {
          {},
          {"--mix=jpeg"},
          {"--mix=jpeg:6,tiff:4"},
          {"--mix=jpeg:0"},
          {MIX, "--quality=50"},
          {MIX, "--script=libjpeg"},
          {MIX, "--markers=all"},
          {MIX, "--non-jpeg=encode"},
          {MIX, "--compression=zstd"}
        }) {
      CommandRun run = convert(words);
      assertEquals(ExitCode.USAGE, run.status(), run.err());
      assertFalse(Files.exists(out));
    }
    CommandRun other = CommandRun.of("convert", source, out, MIX);
    assertEquals(ExitCode.USAGE, other.status());
    assertTrue(other.err().contains("--variant=liquid"), other.err());
  }
}
