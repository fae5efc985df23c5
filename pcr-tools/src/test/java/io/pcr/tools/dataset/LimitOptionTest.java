package io.pcr.tools.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.CodecException;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.tools.Pcr;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LimitOptionTest {
  private static final FieldLocation PLACE = new FieldLocation("Image", 0, "x");

  private static CommandLine command(String name) {
    return Pcr.commandLine().getSubcommands().get(name);
  }

  @Test
  void everyLimitOfTheLibraryIsKnown() {
    List<String> limits =
        Arrays.stream(Limits.class.getRecordComponents()).map(part -> part.getName()).toList();
    List<String> known = Arrays.stream(LimitOption.values()).map(LimitOption::limit).toList();
    assertEquals(limits, known);
  }

  @Test
  void optionThatIsAdvisedIsOneThatTheCommandHas() {
    for (String name : List.of("verify", "restore", "quality", "inspect")) {
      for (LimitOption limit : LimitOption.values()) {
        limit
            .option()
            .ifPresent(
                option -> assertNotNull(command(name).getCommandSpec().findOption(option), name));
      }
    }
  }

  @Test
  void adviceIsGivenForPixelsAndOnlyByCommandsThatTakeIt() {
    Exception pixels = CodecException.limit(PLACE, "pixels", 2, 1);
    assertEquals("; --max-pixels raises it", LimitOption.advice(pixels));
    assertEquals(
        "; --max-pixels raises it", LimitOption.advice(pixels, command("verify").getCommandSpec()));
    assertEquals("", LimitOption.advice(pixels, command("extract").getCommandSpec()));
    assertEquals("", LimitOption.advice(CodecException.limit(PLACE, "scans", 2, 1)));
    assertEquals("", LimitOption.advice(CodecException.limit(PLACE, "output bytes", 2, 1)));
    assertEquals("", LimitOption.advice(new PcrException.LimitExceeded(PLACE, "sliceBytes", 2, 1)));
  }

  @Test
  void memoryThatRanOutBelowTheLimitIsNoExcess() {
    CodecException memory = CodecException.limit(PLACE, "output bytes", 5, 9);
    assertTrue(memory.excess().isEmpty());
  }
}
