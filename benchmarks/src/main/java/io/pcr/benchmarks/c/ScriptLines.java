package io.pcr.benchmarks.c;

import io.pcr.format.ColorClass;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The {@link ReferenceScripts}, as {@link CProgram#JPEG_LOOP} reads them. */
public final class ScriptLines {
  private static final int COMPONENT_SLOTS = 4;

  private ScriptLines() {}

  /** Writes a line for each scan and returns the file. */
  public static Path write(Path file) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (ScanScript script : ReferenceScripts.read().scripts().values()) {
      if (script.colorClass() == ColorClass.RGB) {
        continue; // It has as many components as YCbCr, which is what photographs are.
      }
      for (Scan scan : script.scans()) {
        append(lines, script.colorClass().componentCount(), scan);
      }
    }
    return Files.writeString(file, lines);
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
