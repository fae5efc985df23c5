package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** libjpeg-turbo's own programs. For one thread; leaves its files in a folder of the caller's. */
final class LibjpegPrograms {
  private final Path folder;

  LibjpegPrograms(Path folder) {
    this.folder = folder;
  }

  /** The pixels that djpeg makes, with block smoothing, which it cannot leave off. */
  byte[] smoothed(byte[] jpeg) throws Exception {
    return pixels(Files.write(folder.resolve("progressive.jpg"), jpeg));
  }

  /**
   * The pixels that djpeg makes of what jpegtran makes sequential: that is not smoothed, and has
   * the same coefficients.
   */
  byte[] unsmoothed(byte[] jpeg) throws Exception {
    Path progressive = Files.write(folder.resolve("progressive.jpg"), jpeg);
    Path sequential = folder.resolve("sequential.jpg");
    run("jpegtran", "-outfile", sequential.toString(), progressive.toString());
    return pixels(sequential);
  }

  /** Those of the PNM file that djpeg writes. */
  private byte[] pixels(Path jpeg) throws Exception {
    Path output = folder.resolve("pixels.pnm");
    run("djpeg", "-pnm", "-outfile", output.toString(), jpeg.toString());
    byte[] file = Files.readAllBytes(output);
    int at = 0;
    for (int lines = 0; lines < 3; at++) {
      lines += file[at] == '\n' ? 1 : 0;
    }
    return Arrays.copyOfRange(file, at, file.length);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + said);
  }
}
