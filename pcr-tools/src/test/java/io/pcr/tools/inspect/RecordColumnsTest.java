package io.pcr.tools.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of bytes in TFRecord shards, where nothing tells them from text. */
class RecordColumnsTest {
  @TempDir private Path folder;

  private CommandRun shown(byte[] value) throws IOException {
    Path images = Files.createDirectories(folder.resolve("images"));
    Files.write(images.resolve("1.jpg"), JpegFixtures.baseline(1, 40, 30));
    Files.write(images.resolve("1.bin"), value);
    Path out = Files.createTempDirectory(folder, "out").resolve("records");
    CommandRun made =
        CommandRun.of("convert", images, out, "--variant=tfrecord", "--column=mask={stem}.bin");
    assertTrue(Files.exists(out.resolve("manifest.pcrm")), made.out() + made.err());
    CommandRun json = CommandRun.of("inspect", out, "--sample", "1.jpg", "--json");
    assertEquals(ExitCode.OK, json.status(), json.err());
    return json;
  }

  private void requireShown(String expected, byte[] value) throws IOException {
    CommandRun json = shown(value);
    assertTrue(json.out().contains("\"mask\": \"" + expected + "\""), json.out());
  }

  @Test
  void whatIsNoTextIsShownInHexadecimalWhileThatIsShort() throws IOException {
    for (String hex : List.of("ff00fe", "000102", "1b5b324a", "ffffffffffffffffffffffffffffffff")) {
      requireShown("0x" + hex, HexFormat.of().parseHex(hex));
    }
    requireShown("17 bytes", new byte[17]);
    requireShown("300 bytes", HexFormat.of().parseHex("e2".repeat(300)));
  }

  @Test
  void textIsShownAsText() throws IOException {
    requireShown("d\\u00e9j\\u00e0 vu", "déjà vu".getBytes(StandardCharsets.UTF_8));
  }
}
