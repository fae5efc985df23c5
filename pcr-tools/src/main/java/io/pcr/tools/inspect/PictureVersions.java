package io.pcr.tools.inspect;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.Sample;
import io.pcr.tools.quality.MsSsim;
import io.pcr.tools.report.ReportModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A sample at all its fidelities, each compared with the full one. */
final class PictureVersions {
  private PictureVersions() {}

  /** Reads the sample at another fidelity. */
  interface Source {
    Sample at(Fidelity fidelity) throws IOException;
  }

  /**
   * Makes a picture of a sample of a kind that browsers show.
   *
   * @param full the sample at full fidelity
   * @param className of its label; may be empty
   */
  static ReportModel.Picture of(Sample full, String className, Source source) throws IOException {
    List<ReportModel.Version> versions = new ArrayList<>();
    if (full.encoding() == Encoding.PROGRESSIVE_JPEG) {
      ByteBuffer reference = pixels(full);
      for (int group = 1; group < full.group(); group++) {
        Sample partial = source.at(Fidelity.group(group));
        double similarity =
            new MsSsim()
                .compare(reference, pixels(partial), full.width(), full.height(), PixelFormat.RGB);
        versions.add(version(partial, similarity));
      }
      versions.add(version(full, 1));
    } else {
      versions.add(version(full, Double.NaN));
    }
    return new ReportModel.Picture(full.key(), className, full.width(), full.height(), versions);
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
}
