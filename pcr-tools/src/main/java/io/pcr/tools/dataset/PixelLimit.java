package io.pcr.tools.dataset;

import io.pcr.format.Limits;
import io.pcr.tools.terminal.ByteSize;
import picocli.CommandLine.Option;

/** How large the images of a dataset may be that are decoded. */
public final class PixelLimit {
  static final String OPTION = "--max-pixels";

  @Option(
      names = OPTION,
      paramLabel = "N",
      description = "Images with more pixels are not decoded; default 64M, as for convert.",
      converter = ByteSize.class)
  private Long pixels;

  /** The limits for reading the dataset. */
  public Limits limits() {
    return pixels == null ? Limits.DEFAULT : Limits.DEFAULT.withPixels(pixels);
  }
}
