package io.pcr.tools.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.media.MediaType;
import io.pcr.testkit.FileTree;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What images are called in a folder that were encoded in another format. */
class EncodedNamesTest {
  @TempDir private Path folder;

  private static byte[] bmp() {
    ByteBuffer out = ByteBuffer.allocate(1 << 14);
    ByteBuffer pixels = SyntheticPhoto.render(3, 20, 10, PixelFormat.RGB);
    BmpCodec.encode(pixels, 20, 10, PixelFormat.RGB, out);
    return Arrays.copyOf(out.array(), out.position());
  }

  @Test
  void encodedImagesAreNamedAsWhatTheyAreAndRestoredAsWhatTheyWere() throws IOException {
    Path source = Files.createDirectories(folder.resolve("photos"));
    byte[] tga = new byte[60];
    tga[2] = 2;
    tga[12] = 2;
    tga[14] = 2;
    tga[16] = 24;
    Map<String, byte[]> files =
        Map.of(
            "x.bmp", bmp(),
            "x.jpg", JpegFixtures.baseline(1, 20, 10),
            "x.bmp.jpg", JpegFixtures.baseline(2, 20, 10),
            "y.JPEG", JpegFixtures.baseline(3, 20, 10),
            "z.tga", tga);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(source.resolve(file.getKey()), file.getValue());
    }
    Path dataset = folder.resolve("dataset");
    CommandRun made = CommandRun.of("convert", source, dataset, "--non-jpeg=encode");
    assertEquals(ExitCode.OK, made.status(), made.err());
    assertTrue(
        made.out().contains("1 stored as they are (1 not decoded), 1 encoded again"), made.out());
    Path out = folder.resolve("out");
    assertEquals(ExitCode.OK, CommandRun.of("extract", dataset, out).status());
    assertEquals(
        Set.of("x.bmp.jpg", "x.jpg", "x.bmp.jpg.jpg", "y.JPEG", "z.tga"), FileTree.names(out));
    for (String name : List.of("x.bmp.jpg", "x.jpg", "x.bmp.jpg.jpg")) {
      byte[] bytes = Files.readAllBytes(out.resolve(name));
      assertEquals(Optional.of(MediaType.JPEG), MediaType.sniff(ByteBuffer.wrap(bytes)), name);
    }
    assertEquals(ExitCode.OK, CommandRun.of("extract", dataset, out).status(), "once more");
    Path back = folder.resolve("back");
    assertEquals(ExitCode.OK, CommandRun.of("restore", dataset, back).status());
    assertEquals(files.keySet(), FileTree.names(back));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      assertArrayEquals(file.getValue(), Files.readAllBytes(back.resolve(file.getKey())));
    }
    Path tar = folder.resolve("out.tar");
    CommandRun archived = CommandRun.of("extract", dataset, tar, "--to=tar");
    assertEquals(ExitCode.OK, archived.status(), archived.err());
    assertEquals(
        Samples.of(dataset).keySet(), Samples.of(converted(tar)).keySet(), "keys come back");
  }

  private Path converted(Path tar) {
    Path again = folder.resolve("again");
    CommandRun run = CommandRun.of("convert", tar, again);
    assertEquals(ExitCode.OK, run.status(), run.err());
    return again;
  }
}
