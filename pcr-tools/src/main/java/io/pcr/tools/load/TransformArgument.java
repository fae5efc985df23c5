package io.pcr.tools.load;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.transform.Transform;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads {@code random-crop:224}, {@code centre-crop:256,224}, {@code resize:224} and {@code none}.
 */
public final class TransformArgument implements ITypeConverter<Transform> {
  private static final Pattern FORM =
      Pattern.compile("(random-crop|centre-crop|resize):(\\d{1,5})(?:,(\\d{1,5}))?");

  @Override
  public Transform convert(String text) {
    if (text.equals("none")) {
      return new Transform.Files();
    }
    Matcher matcher = FORM.matcher(text);
    boolean isCentre = text.startsWith("centre-crop");
    if (!matcher.matches() || isCentre != (matcher.group(3) != null)) {
      throw new TypeConversionException(
          "\""
              + text
              + "\" is not like random-crop:224, centre-crop:256,224 or resize:224, nor none");
    }
    int first = Integer.parseInt(matcher.group(2));
    try {
      if (isCentre) {
        return new Transform.CentreCrop(shape(Integer.parseInt(matcher.group(3))), first);
      }
      return matcher.group(1).equals("resize")
          ? new Transform.Resized(shape(first))
          : new Transform.RandomResizedCrop(shape(first), RandomCrop.DEFAULT);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new TypeConversionException("\"" + text + "\": " + e.getMessage());
    }
  }

  private static ResizeShape shape(int side) {
    return new ResizeShape(side, side, PixelFormat.RGB, false, true);
  }
}
