package io.pcr.tools.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.reader.original.TooManyBytesException;
import io.pcr.reader.original.TooManyBytesException.Reason;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says about originals that are too much. */
class RestoreTextTest {
  @TempDir private Path folder;

  @Test
  void diskThatIsTooSmallIsNamedWithWhatToDo() {
    TooManyBytesException e =
        new TooManyBytesException(Reason.DISK, 5_000_001, 4_000_000, 1_000, 10);
    assertEquals(
        "nothing was written: the originals have 4.00 MB, and the disk of back has 1.00 kB"
            + " free; make room, or choose fewer with --only; --max-bytes=6MB restores them all the"
            + " same",
        RestoreText.tooMany(e, Path.of("back")));
  }

  @Test
  void compressedRecordsAreHeldToTheLimitWhileTheyAreWritten() throws IOException {
    Path images = Files.createDirectory(folder.resolve("images"));
    for (int i = 0; i < 3; i++) {
      Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 40, 30));
    }
    Path records = folder.resolve("records");
    String[] how = {"--variant=tfrecord", "--compression=gzip"};
    assertEquals(ExitCode.OK, CommandRun.of("convert", images, records, how[0], how[1]).status());
    Path back = folder.resolve("back");
    long one = Files.size(images.resolve("0.jpg"));
    CommandRun run = CommandRun.of("restore", records, back, "--max-bytes=" + (one + 20));
    assertEquals(ExitCode.IO, run.status(), run.out());
    assertTrue(run.err().contains("--max-bytes raises the limit"), run.err());
    assertEquals(ExitCode.OK, CommandRun.of("restore", records, back).status());
  }
}
