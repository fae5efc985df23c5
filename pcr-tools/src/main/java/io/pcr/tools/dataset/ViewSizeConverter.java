package io.pcr.tools.dataset;

import io.pcr.format.quality.ViewSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the size at which images are looked at. */
public final class ViewSizeConverter implements ITypeConverter<ViewSize> {
  @Override
  public ViewSize convert(String text) {
    try {
      return ViewSize.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
