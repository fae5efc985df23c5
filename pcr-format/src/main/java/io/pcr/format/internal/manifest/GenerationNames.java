package io.pcr.format.internal.manifest;

import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
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

  /** The generations whose names are taken in a folder, whatever the files hold. */
  public static NavigableSet<Long> in(Path folder) throws IOException {
    NavigableSet<Long> generations = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "manifest-*.pcrm")) {
      files.forEach(file -> generation(file.getFileName().toString()).ifPresent(generations::add));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return generations; // No folder has no generations.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return generations;
  }

  /** Whether a name is that of a generation, or of the copy of the newest. */
  public static boolean isManifest(String name) {
    return name.equals(Manifest.FILE_NAME) || generation(name).isPresent();
  }
}
