package io.pcr.tools.tune;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 800/s} and {@code 800}: images a second. */
final class Rate implements ITypeConverter<Double> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(?:/s)?");

  @Override
  public Double convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("\"" + text + "\" is not a rate such as 800/s");
    }
    double rate = Double.parseDouble(matcher.group(1));
    if (!(rate > 0)) {
      throw new TypeConversionException(
          "\""
              + text
              + "\": a consumer that takes nothing needs no dataset; give its images a"
              + " second, such as 800/s");
    }
    return rate;
  }
}
