package io.pcr.reader.quality;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.quality.MsSsim;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.reader.internal.quality.SpreadImages;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures all fidelities of one image after the other. For one thread, whose own time counts: on a
 * busy machine the clock would lie. Nothing is closed.
 */
final class ImageMeasurement implements SpreadImages.Visitor {
  /** How many times each image is decoded; the shortest time counts. */
  private static final int DECODES = 2;

  private final PcrDataset dataset;
  private final CurveMeasures measures;
  private final List<ViewComparison> comparisons = new ArrayList<>();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private ByteBuffer full = ByteBuffer.allocateDirect(1);
  private ByteBuffer partial = ByteBuffer.allocateDirect(1);

  ImageMeasurement(PcrDataset dataset, CurveMeasures measures) {
    this.dataset = dataset;
    this.measures = measures;
    MsSsim metric = new MsSsim();
    measures.sizes().forEach(size -> comparisons.add(new ViewComparison(size, metric)));
  }

  @Override
  public void visit(ProgressiveSamples.Place place) throws IOException {
    int groupCount = measures.groupCount();
    Sample sample = place.sample(dataset, groupCount);
    int width = sample.width();
    int height = sample.height();
    int bytes = (int) PixelFormat.RGB.imageBytes(width, height);
    if (full.capacity() < bytes) {
      full = ByteBuffer.allocateDirect(bytes);
      partial = ByteBuffer.allocateDirect(bytes);
    }
    long fullNanos = decode(sample, Reconstruction.PLAIN, full);
    comparisons.forEach(comparison -> comparison.reference(full, width, height));
    for (int group = 1; group < groupCount; group++) {
      Sample prefix = place.sample(dataset, group);
      for (Reconstruction reconstruction : measures.reconstructions()) {
        long nanos = decode(prefix, reconstruction, partial);
        for (ViewComparison comparison : comparisons) {
          QualityMeasure measure = QualityMeasure.msSsim(reconstruction, comparison.size());
          if (measures.wants(measure)) {
            comparison.other(partial, width, height);
            measures.of(measure, group).add(comparison.msSsim(), comparison.psnr(), nanos);
          }
        }
      }
    }
    for (QualityMeasure measure : measures.measures()) {
      measures.of(measure, groupCount).add(1, Double.POSITIVE_INFINITY, fullNanos);
    }
  }

  private long decode(Sample sample, Reconstruction reconstruction, ByteBuffer pixels)
      throws IOException {
    DecodeOptions options = DecodeOptions.rgb().withReconstruction(reconstruction);
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < DECODES; i++) {
      long begun = threads.getCurrentThreadCpuTime();
      sample.decode(options, pixels.clear());
      shortest = Math.min(shortest, threads.getCurrentThreadCpuTime() - begun);
    }
    pixels.flip();
    return shortest;
  }

  @Override
  public void close() {}
}
