package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.tools.Pcr;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code pcr convert --help} calls the defaults is what happens without the options. */
class StatedDefaultsTest {
  /** {@code default 95} or {@code exact (the default}. */
  private static final Pattern STATED =
      Pattern.compile("\\bdefault (\\w+)|([\\w-]+):? \\((?:the default)");

  /** Those say more than one default. */
  private static final Set<String> IN_PARTS = Set.of("--column", "--compression", "--feature");

  @TempDir private Path folder;

  @Test
  void statedDefaultsAreThoseOfTheOptions() throws IOException {
    Map<String, String> stated = stated();
    assertEquals(
        Set.of(
            "--groups-by",
            "--prefer",
            "--targets-for",
            "--for",
            "--restore",
            "--markers",
            "--icc",
            "--non-jpeg",
            "--alpha",
            "--encode-quality",
            "--damaged",
            "--max-pixels",
            "--shard-size",
            "--shard-samples",
            "--order",
            "--seed",
            "--label-type",
            "--on-error",
            "--variant"),
        stated.keySet());
    String[] arguments =
        stated.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toArray(String[]::new);
    assertEquals(options(), options(arguments));
  }

  private static Map<String, String> stated() {
    Map<String, String> stated = new LinkedHashMap<>();
    CommandLine convert = Pcr.commandLine().getSubcommands().get("convert");
    for (OptionSpec option : convert.getCommandSpec().options()) {
      Matcher value = STATED.matcher(String.join(" ", option.description()));
      if (!IN_PARTS.contains(option.longestName()) && value.find()) {
        stated.put(option.longestName(), value.group(1) == null ? value.group(2) : value.group(1));
      }
    }
    return stated;
  }

  private Object options(String... arguments) throws IOException {
    ConversionArguments given = new ConversionArguments();
    new CommandLine(given).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
    return given.options(folder, folder.resolve("out"), Map.of(), Optional.empty());
  }
}
