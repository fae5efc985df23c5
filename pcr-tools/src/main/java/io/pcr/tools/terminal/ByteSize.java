package io.pcr.tools.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads {@code 128MiB}, {@code 100MB}, {@code 64k}: kB, MB, GB are powers of 1,000; KiB, MiB, GiB
 * and k, M, G of 1,024.
 */
public final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*([a-z]*)");
  private static final Map<String, Long> UNITS =
      Map.ofEntries(
          Map.entry("", 1L),
          Map.entry("b", 1L),
          Map.entry("k", 1L << 10),
          Map.entry("kib", 1L << 10),
          Map.entry("kb", 1_000L),
          Map.entry("m", 1L << 20),
          Map.entry("mib", 1L << 20),
          Map.entry("mb", 1_000_000L),
          Map.entry("g", 1L << 30),
          Map.entry("gib", 1L << 30),
          Map.entry("gb", 1_000_000_000L));

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || !UNITS.containsKey(matcher.group(2))) {
      throw new TypeConversionException(
          "\"" + text + "\" is not a size such as 128MiB, 100MB or 65536");
    }
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
    } catch (ArithmeticException e) {
      throw new TypeConversionException("\"" + text + "\" is more than 8 EiB");
    }
  }
}
