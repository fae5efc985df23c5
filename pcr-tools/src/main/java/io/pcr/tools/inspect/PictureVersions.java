package io.pcr.tools.inspect;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.quality.MsSsim;
import io.pcr.reader.internal.quality.StatedSize;
import io.pcr.tools.report.ReportModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Samples at all their fidelities, each compared with the full one unless that is very large. For
 * one thread; whoever makes one closes it.
 */
final class PictureVersions implements AutoCloseable {
  private final long maxPixels;
  private final StatedSize sizes = new StatedSize();

  /**
   * @param maxPixels of a picture that is compared
   */
  PictureVersions(long maxPixels) {
    this.maxPixels = maxPixels;
  }

  /** Reads the sample at another fidelity. */
  interface Source {
    Sample at(Fidelity fidelity) throws IOException;
  }

  /**
   * Makes a picture of a sample of a kind that browsers show.
   *
   * @param full the sample at full fidelity
   * @param className of its label; may be empty
   * @throws io.pcr.format.error.PcrException when it is damaged, or cannot be decoded
   */
  ReportModel.Picture of(Sample full, String className, Source source) throws IOException {
    List<ReportModel.Version> versions = new ArrayList<>();
    if (full.encoding() == Encoding.PROGRESSIVE_JPEG) {
      sizes.require(full);
      Optional<ByteBuffer> reference =
          isCompared(full) ? Optional.of(pixels(full)) : Optional.empty();
      for (int group = 1; group < full.group(); group++) {
        Sample partial = source.at(Fidelity.group(group));
        versions.add(
            version(
                partial, reference.isEmpty() ? Double.NaN : similarity(reference.get(), partial)));
      }
      versions.add(version(full, 1));
    } else {
      versions.add(version(full, Double.NaN));
    }
    return new ReportModel.Picture(full.key(), className, full.width(), full.height(), versions);
  }

  private boolean isCompared(Sample full) {
    return (long) full.width() * full.height() <= maxPixels;
  }

  private static double similarity(ByteBuffer reference, Sample partial) throws IOException {
    int width = partial.width();
    int height = partial.height();
    return new MsSsim().compare(reference, pixels(partial), width, height, PixelFormat.RGB);
  }

  private static ReportModel.Version version(Sample sample, double msSsim) {
    ByteBuffer file = sample.file();
    String type = MediaType.sniff(file).orElseThrow().mimeType();
    return new ReportModel.Version(file, type, msSsim);
  }

  private static ByteBuffer pixels(Sample sample) throws IOException {
    long bytes = PixelFormat.RGB.imageBytes(sample.width(), sample.height());
    ByteBuffer pixels = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
    sample.decode(DecodeOptions.rgb(), pixels);
    return pixels.flip();
  }

  @Override
  public void close() {
    sizes.close();
  }
}
