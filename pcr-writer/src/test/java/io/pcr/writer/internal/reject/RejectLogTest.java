package io.pcr.writer.internal.reject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejectLogTest {
  @TempDir private Path folder;

  @Test
  void hostileNamesStayOnOneLineOfAscii() {
    Reject reject = new Reject("a\n\"\\\u0000\u00e9\ud83d\ude00\t", RejectReason.NAME, "x", 7);
    assertEquals(
        "{\"path\":\"a\\n\\\"\\\\\\u0000\\u00e9\\ud83d\\ude00\\t\","
            + "\"reason\":\"NAME\",\"detail\":\"x\",\"bytes\":7}",
        reject.toJson());
  }

  @Test
  void resumedLogIsCutBackToWhatCounts() throws IOException {
    Path path = folder.resolve("rejects");
    long kept;
    try (RejectLog log = RejectLog.open(path, 0)) {
      log.add(Reject.of("a", RejectReason.VANISHED, "1"));
      kept = log.proof().length();
      log.flush();
      log.force();
      log.add(Reject.of("b", RejectReason.VANISHED, "2"));
    }
    try (RejectLog log = RejectLog.open(path, kept)) {
      log.add(Reject.of("c", RejectReason.VANISHED, "x".repeat(100_000)));
    }
    List<String> lines = Files.readAllLines(path);
    assertEquals(2, lines.size());
    assertEquals("{\"path\":\"c\"", lines.get(1).substring(0, 11));
    assertThrows(IOException.class, () -> RejectLog.open(path, 1 << 30));
  }
}
