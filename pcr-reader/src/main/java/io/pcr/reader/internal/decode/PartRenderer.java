package io.pcr.reader.internal.decode;

import io.pcr.codecs.internal.render.PartsRenderer;
import io.pcr.codecs.internal.render.RenderedImage;
import io.pcr.codecs.internal.render.RenderedView;
import io.pcr.codecs.internal.render.StoredKind;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.quality.Reconstruction;
import io.pcr.reader.ImageFacts;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.LimitedSample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decodes parts of images and brings them to one shape. Of a large image only as much is decoded as
 * the result needs: the part, at the smallest scale that is no smaller than the result. Keeps its
 * memory from image to image; for one thread. Whoever makes one closes it.
 */
public final class PartRenderer implements AutoCloseable {
  private final PartsRenderer renderer;
  private final List<RenderedImage> images = new ArrayList<>();

  /** Where the images came from. */
  private final List<Wanted> noted = new ArrayList<>();

  private final int viewBytes;
  private Limits limits = Limits.DEFAULT;

  public PartRenderer(ResizeShape shape) {
    renderer = new PartsRenderer(shape);
    viewBytes = shape.bytes();
  }

  /** A part of an image in its own pixels, whose edges can be between them. */
  public record Part(double x, double y, double width, double height, boolean flipped) {}

  /** A sample that is to be rendered. */
  private record Wanted(
      Sample sample, int views, Choice choice, Reconstruction reconstruction, int at) {}

  /** Chooses parts of an image of this size, and inside of it. */
  @FunctionalInterface
  public interface Choice {
    /**
     * One of the parts.
     *
     * @param view its number, from 0
     */
    Part of(int view, int width, int height);
  }

  /** Renders one sample, as {@link #add} and {@link #render(ByteBuffer)} do. */
  public void render(
      Sample sample, Choice choice, Reconstruction reconstruction, ByteBuffer out, int at)
      throws IOException {
    forget();
    add(sample, 1, choice, reconstruction, at);
    Optional<PcrException> failure = render(out).get(0);
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  /**
   * Notes a sample that is to be rendered with others of its dataset. It must be valid until that
   * has been done.
   *
   * @param views how many parts of it there are to be
   * @param choice the parts
   * @param reconstruction what replaces missing bits
   * @param at where the first result begins in the output; the others follow
   */
  public void add(Sample sample, int views, Choice choice, Reconstruction reconstruction, int at)
      throws IOException {
    Wanted wanted = new Wanted(sample, views, choice, reconstruction, at);
    images.add(
        sample.width() < 1 || sample.height() < 1
            ? ofFoundSize(wanted)
            : image(wanted, sample.width(), sample.height()));
    noted.add(wanted);
    limits = sample instanceof LimitedSample limited ? limited.limits() : Limits.DEFAULT;
  }

  private RenderedImage ofFoundSize(Wanted wanted) throws IOException {
    ImageFacts facts = wanted.sample.imageFacts();
    return image(wanted, facts.width(), facts.height());
  }

  private RenderedImage image(Wanted wanted, int width, int height) throws PcrException {
    Sample sample = wanted.sample;
    Optional<MediaType> type = sample.mediaType();
    StoredKind kind =
        StoredKind.of(sample.encoding(), type)
            .orElseThrow(() -> noDecoder(type, sample.toString()));
    return new RenderedImage(
        kind,
        sample.slices(),
        width,
        height,
        wanted.reconstruction == Reconstruction.MIDPOINT,
        wanted.views == 1 ? List.of(view(wanted, 0, width, height)) : views(wanted, width, height),
        sample);
  }

  private List<RenderedView> views(Wanted wanted, int width, int height) {
    List<RenderedView> chosen = new ArrayList<>(wanted.views);
    for (int view = 0; view < wanted.views; view++) {
      chosen.add(view(wanted, view, width, height));
    }
    return chosen;
  }

  private RenderedView view(Wanted wanted, int view, int width, int height) {
    Part part = wanted.choice.of(view, width, height);
    int at = wanted.at + view * viewBytes;
    return new RenderedView(part.x, part.y, part.width, part.height, part.flipped, at);
  }

  private static PcrException noDecoder(Optional<MediaType> type, String name) {
    String kind = type.map(MediaType::mimeType).orElse("an unknown kind");
    return PcrException.Unsupported.image(
        new FieldLocation("Sample.file", 0, name), "no decoder for " + kind);
  }

  /**
   * Renders the samples that were noted, and forgets them.
   *
   * @return for each in order what is wrong with it, or empty
   */
  public List<Optional<PcrException>> render(ByteBuffer out) {
    try {
      List<Optional<PcrException>> failures = renderer.render(images, limits, out);
      for (int i = 0; i < failures.size(); i++) {
        if (failures.get(i).isPresent()) {
          failures.set(i, again(i, failures.get(i).get(), out));
        }
      }
      return failures;
    } finally {
      forget();
    }
  }

  /** Renders an image whose stated size is wrong by the size that it has. */
  private Optional<PcrException> again(int number, PcrException failure, ByteBuffer out) {
    Wanted wanted = noted.get(number);
    RenderedImage stated = images.get(number);
    if (!(wanted.sample instanceof LimitedSample sample) || sample.isSizeProved()) {
      return Optional.of(failure);
    }
    try {
      RenderedImage found = ofFoundSize(wanted);
      boolean isSame = found.width() == stated.width() && found.height() == stated.height();
      return isSame ? Optional.of(failure) : renderer.render(List.of(found), limits, out).get(0);
    } catch (IOException e) {
      return Optional.of(failure);
    }
  }

  private void forget() {
    images.clear();
    noted.clear();
  }

  @Override
  public void close() {
    renderer.close();
  }
}
