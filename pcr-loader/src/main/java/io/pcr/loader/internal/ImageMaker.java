package io.pcr.loader.internal;

import io.pcr.format.error.PcrException;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes of samples what the transform wants. For one thread. Whoever makes one closes it. */
public interface ImageMaker extends AutoCloseable {
  /** The one for a transform. */
  static ImageMaker of(Transform transform, int views) {
    if (transform instanceof Transform.Shaped shaped) {
      return new SampleRenderer(shaped, views);
    }
    return new Untouched();
  }

  /** What a crop is computed from. */
  record Seed(long part, long epoch, long sample) {}

  /**
   * Notes a sample that is to be made with others of its dataset.
   *
   * @param reconstruction what replaces missing bits
   * @param at where its first view begins in the output
   */
  void add(Sample sample, Seed seed, Reconstruction reconstruction, int at) throws IOException;

  /**
   * Makes the samples that were noted, and forgets them.
   *
   * @return for each in order what is wrong with it, or empty
   */
  List<Optional<PcrException>> render(ByteBuffer out);

  @Override
  void close();

  /** Makes nothing: samples are given as they are stored. */
  final class Untouched implements ImageMaker {
    private final List<Optional<PcrException>> nothingWrong = new ArrayList<>();

    @Override
    public void add(Sample sample, Seed seed, Reconstruction reconstruction, int at) {
      nothingWrong.add(Optional.empty());
    }

    @Override
    public List<Optional<PcrException>> render(ByteBuffer out) {
      List<Optional<PcrException>> all = List.copyOf(nothingWrong);
      nothingWrong.clear();
      return all;
    }

    @Override
    public void close() {}
  }
}
