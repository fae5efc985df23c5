package io.pcr.tools.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {
  @TempDir private Path folder;

  private Set<String> completed(String... words) throws Exception {
    CommandRun run = CommandRun.of("completion");
    assertEquals(ExitCode.OK, run.status(), run.err());
    Path script = Files.writeString(folder.resolve("pcr.bash"), run.out());
    String line = String.join("' '", words);
    String program =
        "source "
            + script
            + "; COMP_WORDS=('"
            + line
            + "'); COMP_CWORD="
            + (words.length - 1)
            + "; _complete_pcr; printf '%s\\n' \"${COMPREPLY[@]}\"";
    Process bash =
        new ProcessBuilder("bash", "--norc", "-c", program)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor());
    return new TreeSet<>(Arrays.asList(out.strip().split("\\s+")));
  }

  @Test
  void commandsAndOptionsAreCompletedByBash() throws Exception {
    assertEquals(Set.of("verify"), completed("pcr", "ve"));
    assertEquals(Set.of("rebuild"), completed("pcr", "index", "re"));
    assertEquals(Set.of("--deep", "--debug"), completed("pcr", "verify", "--de"));
  }

  @Test
  void datasetsAreCompletedAsFilesAre() {
    String script = CommandRun.of("completion").out();
    assertTrue(script.contains("complete -F _complete_pcr -o default pcr"), "no files");
    assertFalse(script.contains("+o default"), "files are switched off");
  }
}
