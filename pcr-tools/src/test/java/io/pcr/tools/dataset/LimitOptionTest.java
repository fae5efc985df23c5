package io.pcr.tools.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.tools.Pcr;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LimitOptionTest {
  private static final FieldLocation PLACE = new FieldLocation("Image", 0, "x");

  private static CommandLine command(String name) {
    return Pcr.commandLine().getSubcommands().get(name);
  }

  @Test
  void optionThatIsAdvisedIsOneThatTheCommandHas() {
    for (String name : List.of("verify", "restore", "quality", "inspect")) {
      for (Limit limit : Limit.values()) {
        LimitOption.of(limit)
            .ifPresent(
                option -> assertNotNull(command(name).getCommandSpec().findOption(option), name));
      }
    }
  }

  @Test
  void adviceIsGivenForPixelsAndOnlyByCommandsThatTakeIt() {
    Exception pixels = exceeded(Limit.PIXELS);
    assertEquals("; --max-pixels raises it", LimitOption.advice(pixels));
    assertEquals(
        "; --max-pixels raises it", LimitOption.advice(pixels, command("verify").getCommandSpec()));
    assertEquals("", LimitOption.advice(pixels, command("extract").getCommandSpec()));
    for (Limit limit : EnumSet.complementOf(EnumSet.of(Limit.PIXELS))) {
      assertEquals("", LimitOption.advice(exceeded(limit)), limit.name());
    }
  }

  private static Exception exceeded(Limit limit) {
    return new PcrException.LimitExceeded(PLACE, limit, 2, 1);
  }
}
