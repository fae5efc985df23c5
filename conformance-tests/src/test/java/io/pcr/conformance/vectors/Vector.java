package io.pcr.conformance.vectors;

import io.pcr.format.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file of spec/vectors/2 and the answers that a reader must give, as MANIFEST.json lists them.
 *
 * @param about which field, and what is with it
 * @param sha256 in lower-case hexadecimal
 */
record Vector(
    String file, String sha256, String about, List<String> requirements, List<Call> calls) {
  static final Path FOLDER =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("2");

  /**
   * A call of pcr-probe.
   *
   * @param words what stands behind the file's name
   * @param dump the file with the complete answer
   */
  record Call(List<String> words, int exit, Optional<ErrorCode> error, Optional<String> dump) {
    /** The answer, where it is listed completely. */
    Optional<String> answer() throws IOException {
      if (dump.isPresent()) {
        return Optional.of(Files.readString(FOLDER.resolve(dump.get())).stripTrailing());
      }
      return error.map(code -> "{\"error\":\"" + code + "\"}");
    }
  }

  Path path() {
    return FOLDER.resolve(file);
  }
}
