package io.pcr.benchmarks.c;

import io.pcr.format.script.ScanScripts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The scan scripts that {@link CProgram#JPEG_LOOP} transcodes to. They have a file of their own,
 * and stay as they are whatever datasets get: what is measured against a reference must not move
 * it.
 */
public final class ReferenceScripts {
  private static final String FILE = "/reference.scans";

  private ReferenceScripts() {}

  /** Reads them. */
  public static ScanScripts read() {
    try (InputStream in = ReferenceScripts.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new FileNotFoundException(FILE + " is not among the resources");
      }
      return ScanScripts.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
