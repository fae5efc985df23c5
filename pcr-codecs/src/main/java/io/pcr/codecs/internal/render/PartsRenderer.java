package io.pcr.codecs.internal.render;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.internal.BufferAddress;
import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.RenderNative;
import io.pcr.codecs.internal.memory.NativeHandle;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decodes parts of images and brings them to one shape, all in one native call. Keeps its memory
 * between calls; for one thread at a time. Whoever makes one closes it.
 */
public final class PartsRenderer implements AutoCloseable {
  private static final int IMAGES_AT_FIRST = 8;
  private static final int SLICES_AT_FIRST = 64;

  private final ResizeShape shape;
  private final NativeHandle pool;
  private final ByteBuffer shapeBytes = RenderStructures.allocate(RenderStructures.SHAPE_LENGTH);
  private final ByteBuffer limitBytes = RenderStructures.allocate(RenderStructures.LIMITS_LENGTH);
  private ByteBuffer slices = RenderStructures.allocate(0);
  private ByteBuffer views = RenderStructures.allocate(0);
  private ByteBuffer images = RenderStructures.allocate(0);
  private ByteBuffer errors = RenderStructures.allocate(RenderStructures.ERROR_LENGTH);
  private ByteBuffer copies = RenderStructures.allocate(0);

  public PartsRenderer(ResizeShape shape) {
    this.shape = requireNonNull(shape, "shape");
    CodecLibraries.JPEG.requireUnchecked(); // Which tells addresses.
    CodecLibraries.RENDER.requireUnchecked();
    pool =
        new NativeHandle(
            RenderNative.open(RenderNative.ABI_VERSION, 1, errors), RenderNative::close);
    shapeBytes
        .putInt(shape.width())
        .putInt(shape.height())
        .putInt(shape.format().channels())
        .putInt(shape.planar() ? 1 : 0)
        .putInt(shape.antialias() ? 1 : 0)
        .putInt(0) // A JPEG may be decoded at a lower scale.
        .putLong(0)
        .putLong(0)
        .clear();
  }

  /**
   * Renders images.
   *
   * @param out direct; receives {@link ResizeShape#bytes} for each view, where the view says
   * @return for each image what is wrong with it, empty when its views have been rendered
   * @throws IllegalArgumentException when there is no such room
   */
  public List<Optional<PcrException>> render(
      List<RenderedImage> wanted, Limits limits, ByteBuffer out) {
    List<Optional<PcrException>> failures = new ArrayList<>(wanted.size());
    List<RenderedImage> allowed = new ArrayList<>(wanted.size());
    for (RenderedImage image : wanted) {
      image.views().forEach(view -> requireRoom(view, out));
      Optional<PcrException> refusal = refusal(image, limits);
      failures.add(refusal);
      if (refusal.isEmpty()) {
        allowed.add(image);
      }
    }
    call(allowed, limits, out);
    int rendered = 0;
    for (int i = 0; i < failures.size(); i++) {
      if (failures.get(i).isEmpty()) {
        failures.set(i, failure(rendered++, wanted.get(i)));
      }
    }
    return failures;
  }

  private void requireRoom(RenderedView view, ByteBuffer out) {
    if (!out.isDirect()
        || out.isReadOnly()
        || view.at() < 0
        || (long) view.at() + shape.bytes() > out.capacity()) {
      throw new IllegalArgumentException(
          "no room for " + shape.bytes() + " bytes at " + view.at() + " of " + out);
    }
  }

  private static Optional<PcrException> refusal(RenderedImage image, Limits limits) {
    long bytes = image.bytes();
    if (bytes > 0 && bytes <= limits.sliceBytes()) {
      return Optional.empty();
    }
    FieldLocation location = new FieldLocation("image.length", 0, image.name());
    if (bytes == 0) {
      return Optional.of(PcrException.Corrupt.image(location, "no bytes at all"));
    }
    return Optional.of(
        new PcrException.LimitExceeded(location, Limit.SLICE_BYTES, bytes, limits.sliceBytes()));
  }

  private Optional<PcrException> failure(int rendered, RenderedImage image) {
    int at = rendered * RenderStructures.ERROR_LENGTH;
    return errors.getInt(at) == RenderErrors.OK
        ? Optional.empty()
        : Optional.of(RenderErrors.of(errors, at, image));
  }

  private void call(List<RenderedImage> wanted, Limits limits, ByteBuffer out) {
    if (wanted.isEmpty()) {
      return;
    }
    limitBytes.clear();
    limitBytes.putLong(limits.pixels()).putInt(limits.storedScans()).putInt(limits.inputScans());
    limitBytes.clear();
    layOut(wanted, out);
    long handle = pool.acquire();
    try {
      long failed =
          RenderNative.render(handle, limitBytes, shapeBytes, images, wanted.size(), errors);
      if (failed < 0) {
        throw new IllegalArgumentException(
            RenderErrors.text(errors, RenderStructures.ERROR_MESSAGE));
      }
    } finally {
      pool.release();
      Reference.reachabilityFence(wanted);
      Reference.reachabilityFence(out);
    }
  }

  private void layOut(List<RenderedImage> wanted, ByteBuffer out) {
    reserve(wanted);
    long firstSlice = BufferAddress.of(slices);
    long firstView = BufferAddress.of(views);
    long firstOut = BufferAddress.of(out.duplicate().clear());
    for (RenderedImage image : wanted) {
      images
          .putLong(firstSlice + slices.position())
          .putLong(image.slices().size())
          .putLong(firstView + views.position())
          .putLong(image.views().size())
          .putInt(image.kind().id)
          .putInt(image.width())
          .putInt(image.height())
          .putInt(image.midpoint() ? 1 : 0);
      image.slices().forEach(this::layOut);
      image.views().forEach(view -> layOut(view, firstOut));
    }
    images.clear();
  }

  private void layOut(RenderedView view, long firstOut) {
    views
        .putDouble(view.x())
        .putDouble(view.y())
        .putDouble(view.width())
        .putDouble(view.height())
        .putLong(firstOut + view.at())
        .putLong(view.flipped() ? 1 : 0);
  }

  private void layOut(ByteBuffer slice) {
    ByteBuffer direct = slice;
    if (!slice.isDirect()) {
      int start = copies.position();
      copies.put(slice.duplicate());
      direct = copies.slice(start, slice.remaining());
    }
    slices.putLong(BufferAddress.of(direct)).putLong(direct.remaining());
  }

  private void reserve(List<RenderedImage> wanted) {
    int sliceCount = 0;
    int viewCount = 0;
    long onHeap = 0;
    for (RenderedImage image : wanted) {
      sliceCount += image.slices().size();
      viewCount += image.views().size();
      for (ByteBuffer slice : image.slices()) {
        onHeap += slice.isDirect() ? 0 : slice.remaining();
      }
    }
    int count = Math.max(wanted.size(), IMAGES_AT_FIRST);
    images = grown(images, (long) count * RenderStructures.IMAGE_LENGTH);
    views =
        grown(views, (long) Math.max(viewCount, IMAGES_AT_FIRST) * RenderStructures.VIEW_LENGTH);
    errors = grown(errors, (long) count * RenderStructures.ERROR_LENGTH);
    slices =
        grown(slices, (long) Math.max(sliceCount, SLICES_AT_FIRST) * RenderStructures.SLICE_LENGTH);
    copies = grown(copies, onHeap);
  }

  private static ByteBuffer grown(ByteBuffer buffer, long wanted) {
    return buffer.capacity() >= wanted
        ? buffer.clear()
        : RenderStructures.allocate(Math.toIntExact(wanted + wanted / 4));
  }

  @Override
  public void close() {
    pool.close();
  }
}
