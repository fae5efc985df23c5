package io.pcr.format.internal.manifest;

import io.pcr.format.manifest.Manifest;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of a dataset's generations: {@code manifest-<n>.pcrm}. */
public final class GenerationNames {
  private static final Pattern NAME = Pattern.compile("manifest-([1-9][0-9]{0,18})\\.pcrm");

  private GenerationNames() {}

  /** The name of a generation. */
  public static String of(long generation) {
    return "manifest-" + generation + ".pcrm";
  }

  /** The generation that a file of this name is; empty for other names. */
  public static OptionalLong generation(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(matcher.group(1)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether a name is that of a generation, or of the copy of the newest. */
  public static boolean isManifest(String name) {
    return name.equals(Manifest.FILE_NAME) || generation(name).isPresent();
  }
}
