package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.probe.Probe;
import io.pcr.conformance.probe.PythonProbe;
import io.pcr.conformance.probe.PythonScript;
import io.pcr.format.programme.Programme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
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

  private static void compare(Path folder, int firstSeed, int count) throws Exception {
    int refused = 0;
    int damaged = 0;
    List<String> files = PythonScript.run("generate_files.py", folder, firstSeed, count);
    try (PythonProbe python = PythonProbe.start()) {
      for (String line : files) {
        String[] parts = line.split("\t", -1);
        Path file = folder.resolve(parts[0]);
        List<String> words = parts[2].isEmpty() ? List.of() : List.of("--group", parts[2]);
        Probe.Answer library = Probe.probe(file, words);
        assertAgree(file, parts[1], words, library, python.probe(file.toString(), words));
        refused += library.exit() == 0 ? 0 : 1;
        damaged += parts[1].equals("intact") ? 0 : 1;
      }
    }
    assertEquals(count, files.size());
    assertTrue(refused > 0 && refused <= damaged, refused + " of " + damaged);
    System.out.printf("%d of %d damaged, %d refused%n", damaged, count, refused);
    Programme.T13.passed("generated files, whole, flipped, cut and edited", count);
  }

  private static void assertAgree(
      Path file, String damage, List<String> words, Probe.Answer library, Probe.Answer other)
      throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    String hex = bytes.length > 4096 ? "" : HexFormat.of().formatHex(bytes);
    String what = String.format("%s, %s, %s: %s", file.getFileName(), damage, words, hex);
    if (damage.equals("edited") && library.exit() != 0) {
      // Several rules may be broken, and the specification leaves open which is judged first.
      assertTrue(other.exit() != 0, () -> what + " gives " + library + " and " + other);
    } else {
      assertEquals(library, other, what);
    }
  }
}
