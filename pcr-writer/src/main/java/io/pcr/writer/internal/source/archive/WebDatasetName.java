package io.pcr.writer.internal.source.archive;

import io.pcr.format.internal.text.RawNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A member's name as WebDataset takes it apart: the key goes up to the first dot of the last part
 * of the path, the rest is what the member holds of the sample.
 *
 * @param key with the folders before it
 * @param extension what follows the dot, lower case
 */
public record WebDatasetName(String key, String extension) {
  /**
   * Takes a name apart; {@code ./}, and every {@code /} too many, is no part of it. Empty when it
   * has no key or no extension, steps out of its folder, or is not UTF-8.
   */
  public static Optional<WebDatasetName> parse(byte[] name) {
    if (!RawNames.isUtf8(name)) {
      return Optional.empty();
    }
    String whole = new String(name, StandardCharsets.UTF_8);
    String text =
        Arrays.stream(whole.split("/", -1))
            .filter(part -> !part.isEmpty() && !part.equals("."))
            .collect(Collectors.joining("/"));
    int base = text.lastIndexOf('/') + 1;
    int dot = text.indexOf('.', base);
    boolean stepsOut = ("/" + text).contains("/../");
    if (whole.endsWith("/") || dot <= base || dot == text.length() - 1 || stepsOut) {
      return Optional.empty();
    }
    String extension = text.substring(dot + 1).toLowerCase(Locale.ROOT);
    return Optional.of(new WebDatasetName(text.substring(0, dot), extension));
  }
}
