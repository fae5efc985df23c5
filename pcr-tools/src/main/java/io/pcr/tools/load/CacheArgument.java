package io.pcr.tools.load;

import io.pcr.loader.cache.LoaderCache;
import io.pcr.tools.terminal.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code none}, {@code page}, {@code prefix:10GB} and {@code minio:10GB}. */
final class CacheArgument implements ITypeConverter<LoaderCache> {
  @Override
  public LoaderCache convert(String text) {
    try {
      if (text.equals("none")) {
        return LoaderCache.NONE;
      }
      if (text.equals("page")) {
        return LoaderCache.PAGE;
      }
      if (text.startsWith("prefix:")) {
        return LoaderCache.prefix(size(text), LoaderCache.defaultFolder());
      }
      if (text.startsWith("minio:")) {
        return LoaderCache.minio(size(text), LoaderCache.defaultFolder());
      }
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("\"" + text + "\": " + e.getMessage());
    }
    throw new TypeConversionException(
        "\"" + text + "\" is not like none, page, prefix:10GB or minio:10GB");
  }

  private static long size(String text) {
    return new ByteSize().convert(text.substring(text.indexOf(':') + 1));
  }
}
