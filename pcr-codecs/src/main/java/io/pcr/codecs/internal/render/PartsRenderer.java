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
   * @param out direct; receives {@link ResizeShape#bytes} for each part, where the part says
   * @return for each part what is wrong with its image, empty when it has been rendered
   * @throws IllegalArgumentException when there is no such room
   */
  public List<Optional<PcrException>> render(
      List<RenderedPart> parts, Limits limits, ByteBuffer out) {
    List<Optional<PcrException>> failures = new ArrayList<>(parts.size());
    List<RenderedPart> allowed = new ArrayList<>(parts.size());
    for (RenderedPart part : parts) {
      requireRoom(part, out);
      Optional<PcrException> refusal = refusal(part, limits);
      failures.add(refusal);
      if (refusal.isEmpty()) {
        allowed.add(part);
      }
    }
    call(allowed, limits, out);
    int rendered = 0;
    for (int i = 0; i < failures.size(); i++) {
      if (failures.get(i).isEmpty()) {
        failures.set(i, failure(rendered++, parts.get(i)));
      }
    }
    return failures;
  }

  private void requireRoom(RenderedPart part, ByteBuffer out) {
    if (!out.isDirect()
        || out.isReadOnly()
        || part.at() < 0
        || (long) part.at() + shape.bytes() > out.capacity()) {
      throw new IllegalArgumentException(
          "no room for " + shape.bytes() + " bytes at " + part.at() + " of " + out);
    }
  }

  private static Optional<PcrException> refusal(RenderedPart part, Limits limits) {
    FieldLocation location = new FieldLocation("image.length", 0, part.name());
    long bytes = part.bytes();
    if (bytes == 0) {
      return Optional.of(PcrException.Corrupt.image(location, "no bytes at all"));
    }
    return bytes > limits.sliceBytes()
        ? Optional.of(
            new PcrException.LimitExceeded(location, Limit.SLICE_BYTES, bytes, limits.sliceBytes()))
        : Optional.empty();
  }

  private Optional<PcrException> failure(int rendered, RenderedPart part) {
    int at = rendered * RenderStructures.ERROR_LENGTH;
    return errors.getInt(at) == RenderErrors.OK
        ? Optional.empty()
        : Optional.of(RenderErrors.of(errors, at, part));
  }

  private void call(List<RenderedPart> parts, Limits limits, ByteBuffer out) {
    if (parts.isEmpty()) {
      return;
    }
    limitBytes.clear();
    limitBytes.putLong(limits.pixels()).putInt(limits.storedScans()).putInt(limits.inputScans());
    limitBytes.clear();
    layOut(parts, out);
    long handle = pool.acquire();
    try {
      long failed =
          RenderNative.render(handle, limitBytes, shapeBytes, images, parts.size(), errors);
      if (failed < 0) {
        throw new IllegalArgumentException(
            RenderErrors.text(errors, RenderStructures.ERROR_MESSAGE));
      }
    } finally {
      pool.release();
      Reference.reachabilityFence(parts);
      Reference.reachabilityFence(out);
    }
  }

  private void layOut(List<RenderedPart> parts, ByteBuffer out) {
    reserve(parts);
    long firstSlice = BufferAddress.of(slices);
    long firstView = BufferAddress.of(views);
    long firstOut = BufferAddress.of(out.duplicate().clear());
    for (RenderedPart part : parts) {
      images
          .putLong(firstSlice + slices.position())
          .putLong(part.slices().size())
          .putLong(firstView + views.position())
          .putLong(1)
          .putInt(part.kind().id)
          .putInt(part.width())
          .putInt(part.height())
          .putInt(part.midpoint() ? 1 : 0);
      part.slices().forEach(this::layOut);
      views
          .putDouble(part.x())
          .putDouble(part.y())
          .putDouble(part.partWidth())
          .putDouble(part.partHeight())
          .putLong(firstOut + part.at())
          .putLong(part.flipped() ? 1 : 0);
    }
    images.clear();
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

  private void reserve(List<RenderedPart> parts) {
    int sliceCount = 0;
    long onHeap = 0;
    for (RenderedPart part : parts) {
      sliceCount += part.slices().size();
      for (ByteBuffer slice : part.slices()) {
        onHeap += slice.isDirect() ? 0 : slice.remaining();
      }
    }
    int count = Math.max(parts.size(), IMAGES_AT_FIRST);
    images = grown(images, (long) count * RenderStructures.IMAGE_LENGTH);
    views = grown(views, (long) count * RenderStructures.VIEW_LENGTH);
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
