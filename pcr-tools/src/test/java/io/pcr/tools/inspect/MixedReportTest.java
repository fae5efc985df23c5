package io.pcr.tools.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a dataset with few photographs among files that are stored as they are. */
class MixedReportTest {
  private static final int PHOTOS = 3;
  private static final int DRAWINGS = 37;

  @TempDir private Path folder;

  private Path convert() throws IOException {
    Path source = folder.resolve("source");
    Path drawings = Files.createDirectories(source.resolve("drawing"));
    for (int i = 0; i < DRAWINGS; i++) {
      BufferedImage drawing = new BufferedImage(40 + i, 30, BufferedImage.TYPE_INT_RGB);
      ImageIO.write(drawing, "png", drawings.resolve(i + ".png").toFile());
    }
    Path photos = Files.createDirectories(source.resolve("photo"));
    for (int i = 0; i < PHOTOS; i++) {
      Files.write(photos.resolve(i + ".jpg"), JpegFixtures.baseline(i, 60, 50));
    }
    Files.writeString(photos.resolve("broken.jpg"), "no image");
    Path dataset = folder.resolve("dataset");
    CommandRun run =
        CommandRun.of("convert", source, dataset, "--order=source", "--shard-samples=10");
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    return dataset;
  }

  private String page(Path dataset, int status) throws IOException {
    Path page = folder.resolve("page.html");
    CommandRun run = CommandRun.of("inspect", dataset, "--html", page);
    assertEquals(status, run.status(), run.err());
    return Files.readString(page);
  }

  @Test
  void photographsAreShownFirstAndRejectsAreNamed() throws IOException {
    String page = page(convert(), ExitCode.OK);
    int shown = page.split("data:image/jpeg;base64,", -1).length - 1;
    assertTrue(shown >= 2 * PHOTOS, shown + " versions of the photographs");
    assertTrue(page.indexOf("photo/0.jpg") < page.indexOf("data:image/png;base64,"));
    assertTrue(page.contains("photo/broken.jpg"), "the reject");
  }

  @Test
  void shardThatIsGoneIsNamed() throws IOException {
    Path dataset = convert();
    Files.delete(dataset.resolve("part-00001.pcr"));
    assertTrue(page(dataset, ExitCode.FOUND).contains("part-00001.pcr"));
  }
}
