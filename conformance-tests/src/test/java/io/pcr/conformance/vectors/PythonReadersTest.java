package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.probe.PythonScript;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The second implementation holds itself to the specification, and to the vectors that it makes.
 */
class PythonReadersTest {
  // Covers G-7
  @Test
  void theVectorsAreMadeAnewAsTheyStandThere() throws Exception {
    List<String> said = PythonScript.run("make_vectors.py", "--check");
    assertTrue(said.get(said.size() - 1).endsWith("files are as they are made"), said::toString);
  }

  /** The reader at level PREFIX, too; and every rule has a vector or is excused. */
  @Test
  void bothReadersAnswerWhatTheVectorsDemand() throws Exception {
    List<String> said = PythonScript.run("check_vectors.py");
    assertTrue(said.get(said.size() - 1).endsWith(", 0 answers wrong"), said::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"check_format.py", "check_spec.py", "check_sizes.py", "commit_model.py"})
  void theirOwnChecksPass(String program) throws Exception {
    PythonScript.run(program);
  }

  @Test
  @Tag("long")
  void theVectorsFindAReaderThatLacksACheck() throws Exception {
    List<String> said = PythonScript.run("mutate_readers.py");
    System.out.println(said.get(said.size() - 1));
  }
}
