package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.script.InvalidScanScriptException;
import io.pcr.format.script.ScanScripts;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scan scripts as people write them. */
class ScanScriptsFuzzTest {
  static Stream<Arguments> seeds() {
    Stream<String> texts =
        Stream.concat(
            ScanScripts.names().stream().map(name -> ScanScripts.named(name).toText()),
            Stream.of(
                "0,1,2: 0-0, 0, 1 @1; # DC\n0 1 2: 0-0, 1, 0 @ 2\n", "script 1-a # b\n[grey]"));
    return texts.map(text -> Seeds.seed(text.lines().findFirst().get(), utf8(text)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @MethodSource("seeds")
  @FuzzTest
  void script(byte[] text) {
    FuzzRead.refuses(
        () -> {
          try {
            ScanScripts scripts = ScanScripts.parse(new String(text, StandardCharsets.UTF_8));
            assertEquals(scripts, ScanScripts.parse(scripts.toText()));
          } catch (InvalidScanScriptException e) {
            // A mistake of the caller, named as such.
          }
        });
  }
}
