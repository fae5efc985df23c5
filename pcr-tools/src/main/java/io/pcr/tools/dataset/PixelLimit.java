package io.pcr.tools.dataset;

import io.pcr.codecs.CodecException;
import io.pcr.format.Limits;
import io.pcr.tools.terminal.ByteSize;
import picocli.CommandLine.Option;

/** How large the images of a dataset may be that are decoded. */
public final class PixelLimit {
  @Option(
      names = "--max-pixels",
      paramLabel = "N",
      description = "Larger images are not decoded; default 64M, as for convert.",
      converter = ByteSize.class)
  private Long pixels;

  /** The limits for reading the dataset. */
  public Limits limits() {
    return pixels == null ? Limits.DEFAULT : Limits.DEFAULT.withPixels(pixels);
  }

  /** What to do about an error, if this is what it takes; behind its message. */
  public static String advice(Exception e) {
    return e instanceof CodecException codec && codec.reason() == CodecException.Reason.LIMIT
        ? "; --max-pixels raises it"
        : "";
  }
}
