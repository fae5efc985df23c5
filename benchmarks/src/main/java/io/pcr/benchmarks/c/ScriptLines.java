package io.pcr.benchmarks.c;

import io.pcr.format.ColorClass;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The scan scripts that {@link CProgram#JPEG_LOOP} transcodes to, as it reads them. They have a
 * file of their own, and stay as they are whatever the default becomes: what is measured against a
 * reference must not move it.
 */
public final class ScriptLines {
  private static final String REFERENCE = "/reference.scans";
  private static final int COMPONENT_SLOTS = 4;

  private ScriptLines() {}

  /** Writes a line for each scan and returns the file. */
  public static Path write(Path file) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (ScanScript script : ScanScripts.parse(reference()).scripts().values()) {
      if (script.colorClass() == ColorClass.RGB) {
        continue; // It has as many components as YCbCr, which is what photographs are.
      }
      for (Scan scan : script.scans()) {
        append(lines, script.colorClass().componentCount(), scan);
      }
    }
    return Files.writeString(file, lines);
  }

  private static String reference() throws IOException {
    try (InputStream in = ScriptLines.class.getResourceAsStream(REFERENCE)) {
      if (in == null) {
        throw new FileNotFoundException(REFERENCE + " is not among the resources");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Components of the image, then of the scan, their numbers in as many places as there can be, Ss,
   * Se, Ah, Al.
   */
  private static void append(StringBuilder lines, int components, Scan scan) {
    lines.append(components).append(' ').append(scan.components().size());
    for (int i = 0; i < COMPONENT_SLOTS; i++) {
      lines.append(' ').append(i < scan.components().size() ? scan.components().get(i) : 0);
    }
    lines.append(' ').append(scan.ss()).append(' ').append(scan.se());
    lines.append(' ').append(scan.ah()).append(' ').append(scan.al()).append('\n');
  }
}
