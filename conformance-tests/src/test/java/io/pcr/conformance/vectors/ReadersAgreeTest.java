package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.probe.Probe;
import io.pcr.conformance.probe.PythonProbe;
import io.pcr.conformance.vectors.GeneratedFiles.Damage;
import io.pcr.conformance.vectors.GeneratedFiles.Generated;
import io.pcr.format.programme.Programme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library and the reader in Python say the same of any file. */
class ReadersAgreeTest {
  private static final int FEW = 300;
  private static final int MANY = 10_000;

  @Test
  void onAFewGeneratedFiles(@TempDir Path folder) throws Exception {
    compare(folder, 0, FEW);
  }

  @Test
  @Tag("long")
  void onManyGeneratedFiles(@TempDir Path folder) throws Exception {
    compare(folder, FEW, MANY);
  }

  private static void compare(Path folder, long firstSeed, int count) throws Exception {
    int refused = 0;
    int damaged = 0;
    try (PythonProbe python = PythonProbe.start()) {
      for (long seed = firstSeed; seed < firstSeed + count; seed++) {
        Generated file = GeneratedFiles.of(seed);
        Path path = Files.write(folder.resolve(file.name()), file.bytes());
        Probe.Answer library = Probe.probe(file.name(), file.bytes(), file.group());
        Probe.Answer other = python.probe(path, file.group());
        Files.delete(path);
        assertAgree(file, library, other);
        refused += library.exit() == 0 ? 0 : 1;
        damaged += file.damage() == Damage.NONE ? 0 : 1;
      }
    }
    assertTrue(refused > 0 && refused <= damaged);
    System.out.printf("%d of %d damaged, %d refused%n", damaged, count, refused);
    Programme.T13.passed("generated files, whole, flipped, cut and edited", count);
  }

  private static void assertAgree(Generated file, Probe.Answer library, Probe.Answer other) {
    String what =
        String.format(
            "%s, %s, group %s: %s",
            file.name(),
            file.damage(),
            file.group(),
            file.bytes().length > 4096 ? "" : HexFormat.of().formatHex(file.bytes()));
    if (file.damage() == Damage.EDITED && library.exit() != 0) {
      // Several rules may be broken, and the specification leaves open which is judged first.
      assertTrue(other.exit() != 0, () -> what + " gives " + library + " and " + other);
    } else {
      assertEquals(library, other, what);
    }
  }
}
