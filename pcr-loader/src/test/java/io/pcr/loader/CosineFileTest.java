package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.loader.internal.policy.CosineFile;
import io.pcr.loader.internal.policy.CosineRule;
import io.pcr.loader.policy.FidelityPolicy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Files of recorded cosines: what is wrong is rejected as wrong, never otherwise. */
class CosineFileTest {
  private static final String GOOD =
      "epoch,batch,fidelity,probe,cosine\n5,0,1,0,0.5\n5,0,2,0,-0.8000001\n9,0,1,0,1\n9,0,2,0,0\n";

  @Property(tries = 2000)
  void aFileWithOneByteChangedIsReadOrRejected(
      @ForAll @IntRange(max = 74) int at, @ForAll byte value) {
    byte[] bytes = GOOD.getBytes(StandardCharsets.US_ASCII);
    bytes[at] = value;
    for (CosineRule rule : CosineRule.values()) {
      try {
        FidelityPolicy policy = CosineFile.parse(bytes, rule).policy();
        assertEquals(CosineRule.PAPER, rule);
        policy.begin(Optional.empty(), 1);
      } catch (IllegalArgumentException e) {
        assertEquals(false, e.getMessage().isBlank());
      }
    }
  }

  @Property(tries = 500)
  void aFileThatIsCutWithinALineIsRejected(@ForAll @IntRange(min = 35, max = 90) int length) {
    String cut = GOOD.substring(0, Math.min(length, GOOD.length()));
    String last = cut.substring(cut.lastIndexOf('\n') + 1);
    boolean isWhole = cut.equals(GOOD) || cut.equals(GOOD.stripTrailing());
    if (!isWhole && last.chars().filter(c -> c == ',').count() < 4 && !last.isEmpty()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> FidelityPolicy.recordedPaper(cut.getBytes(StandardCharsets.US_ASCII)));
    }
  }
}
