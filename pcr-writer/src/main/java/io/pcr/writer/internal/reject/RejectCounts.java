package io.pcr.writer.internal.reject;

import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.reject.RejectReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** How many lines of a list of rejects there are of each reason. Stateless. */
public final class RejectCounts {
  private RejectCounts() {}

  /**
   * Counts the lines of a list that is whole; one that is not there has none.
   *
   * @param from the first byte that counts, where a line begins
   */
  public static Map<RejectReason, Long> of(Path rejects, long from) throws IOException {
    Map<RejectReason, Long> counts = new EnumMap<>(RejectReason.class);
    try (InputStream file = Files.newInputStream(rejects)) {
      file.skipNBytes(from);
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        counts.merge(reason(rejects, line), 1L, Long::sum);
      }
    } catch (NoSuchFileException e) {
      return Map.of();
    }
    return Collections.unmodifiableMap(counts);
  }

  /** Of what was counted, the inputs that did not get in: files beside the images are none. */
  public static long rejects(Map<RejectReason, Long> counts) {
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    return all - counts.getOrDefault(RejectReason.OTHER_FILE, 0L);
  }

  private static RejectReason reason(Path rejects, String line) throws IOException {
    Object name = JsonObject.parse(line).map(json -> json.members().get("reason")).orElse("");
    for (RejectReason reason : RejectReason.values()) {
      if (reason.name().equals(name)) {
        return reason;
      }
    }
    throw new IOException(rejects + " has a line that is not a reject: " + line);
  }
}
