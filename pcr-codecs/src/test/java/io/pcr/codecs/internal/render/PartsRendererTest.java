package io.pcr.codecs.internal.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.raw.RawImage;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Limits;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Pixels and refusals are those of the codecs, image by image. */
class PartsRendererTest {
  private static final int WIDTH = 45;
  private static final int HEIGHT = 38;
  private static final String NAME = "a picture";

  private static RenderedImage whole(StoredKind kind, byte[] file, int at) {
    List<ByteBuffer> slices = List.of(ByteBuffer.wrap(file));
    RenderedView all = new RenderedView(0, 0, WIDTH, HEIGHT, false, at);
    return new RenderedImage(kind, slices, WIDTH, HEIGHT, false, List.of(all), NAME);
  }

  private static ByteBuffer decoded(StoredKind kind, byte[] file, PixelFormat format)
      throws PcrException {
    ByteBuffer direct = ByteBuffer.allocateDirect(file.length).put(file).flip();
    ByteBuffer out = ByteBuffer.allocateDirect((int) format.imageBytes(WIDTH, HEIGHT));
    switch (kind) {
      case PROGRESSIVE_JPEG, JPEG -> {
        try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
          decoder.decode(direct, DecodeOptions.of(format), out, NAME);
        }
      }
      case RAW -> {
        RawImage image = RawImage.of(direct, WIDTH, HEIGHT, NAME);
        ImageCodecs.of(Limits.DEFAULT)
            .find(MediaType.PNM)
            .orElseThrow()
            .decode(direct, NAME, format, out);
        assertEquals(WIDTH, image.width());
      }
      case PNG -> decode(MediaType.PNG, direct, format, out);
      case WEBP -> decode(MediaType.WEBP, direct, format, out);
      case BMP -> decode(MediaType.BMP, direct, format, out);
      case PNM -> decode(MediaType.PNM, direct, format, out);
    }
    return out.clear();
  }

  private static void decode(MediaType type, ByteBuffer file, PixelFormat format, ByteBuffer out)
      throws PcrException {
    var codec = ImageCodecs.of(Limits.DEFAULT).find(type).orElseThrow();
    var info = codec.info(file, NAME);
    if (info.width() != WIDTH || info.height() != HEIGHT) {
      throw new OtherSize();
    }
    codec.decode(file, NAME, format, out);
  }

  /** The codecs have nothing to say about it; the renderer is told the size. */
  private static final class OtherSize extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Test
  void imagesOfAllKindsAreAsTheirCodecsDecodeThem() throws PcrException {
    for (PixelFormat format : PixelFormat.values()) {
      ResizeShape shape = new ResizeShape(WIDTH, HEIGHT, format, false, true);
      StoredKind[] kinds = StoredKind.values();
      ByteBuffer out = ByteBuffer.allocateDirect(kinds.length * shape.bytes());
      List<RenderedImage> parts = new ArrayList<>();
      for (StoredKind kind : kinds) {
        parts.add(whole(kind, KindFiles.of(kind, WIDTH, HEIGHT), parts.size() * shape.bytes()));
      }
      try (PartsRenderer renderer = new PartsRenderer(shape)) {
        for (Optional<PcrException> failure : renderer.render(parts, Limits.DEFAULT, out)) {
          assertEquals(Optional.empty(), failure);
        }
      }
      for (int i = 0; i < kinds.length; i++) {
        ByteBuffer expected = decoded(kinds[i], KindFiles.of(kinds[i], WIDTH, HEIGHT), format);
        assertEquals(expected, out.slice(i * shape.bytes(), shape.bytes()), kinds[i].toString());
      }
    }
  }

  /** Bytes that are wrong at the beginning of a file meet all checks of its header. */
  @Property(tries = 1500)
  void damagedFilesAreTakenOrRefusedAsByTheirCodecs(
      @ForAll StoredKind kind,
      @ForAll boolean grey,
      @ForAll @IntRange(min = 1, max = 3) int changes,
      @ForAll @IntRange(min = 16, max = 20_000) int within,
      @ForAll long seed)
      throws PcrException {
    if (kind == StoredKind.PROGRESSIVE_JPEG || kind == StoredKind.JPEG) {
      return; // Of those, the renderer reads no more than it needs.
    }
    byte[] file = KindFiles.of(kind, WIDTH, HEIGHT);
    Random random = new Random(seed);
    for (int i = 0; i < changes; i++) {
      file[random.nextInt(Math.min(within, file.length))] = (byte) random.nextInt();
    }
    PixelFormat format = grey ? PixelFormat.GREY : PixelFormat.RGB;
    ResizeShape shape = new ResizeShape(WIDTH, HEIGHT, format, false, false);
    ByteBuffer out = ByteBuffer.allocateDirect(shape.bytes());
    Optional<PcrException> failure;
    try (PartsRenderer renderer = new PartsRenderer(shape)) {
      failure = renderer.render(List.of(whole(kind, file, 0)), Limits.DEFAULT, out).get(0);
    }
    try {
      ByteBuffer expected = decoded(kind, file, format);
      assertEquals(Optional.empty(), failure);
      assertEquals(expected, out);
    } catch (OtherSize e) {
      return;
    } catch (PcrException e) {
      assertEquals(e.getClass(), failure.orElseThrow().getClass());
      assertEquals(e.getMessage(), failure.get().getMessage());
    }
  }

  @Test
  void oneBadImageDoesNotHarmTheOthers() throws PcrException {
    ResizeShape shape = new ResizeShape(20, 20, PixelFormat.RGB, true, true);
    byte[] good = KindFiles.of(StoredKind.JPEG, WIDTH, HEIGHT);
    ByteBuffer out = ByteBuffer.allocateDirect(3 * shape.bytes());
    try (PartsRenderer renderer = new PartsRenderer(shape)) {
      List<Optional<PcrException>> failures =
          renderer.render(
              List.of(
                  whole(StoredKind.JPEG, good, 0),
                  whole(StoredKind.PNG, good, shape.bytes()),
                  whole(StoredKind.JPEG, new byte[0], 0),
                  whole(StoredKind.JPEG, good, 2 * shape.bytes())),
              Limits.DEFAULT,
              out);
      assertEquals(Optional.empty(), failures.get(0));
      assertEquals(PcrException.Corrupt.class, failures.get(1).orElseThrow().getClass());
      assertEquals(PcrException.Corrupt.class, failures.get(2).orElseThrow().getClass());
      assertEquals(Optional.empty(), failures.get(3));
    }
    assertEquals(out.slice(0, shape.bytes()), out.slice(2 * shape.bytes(), shape.bytes()));
  }

  @Test
  void aSmallerScaleIsForOtherKindsTheMeanOfTheirPixels() throws PcrException {
    int width = 64;
    int height = 48;
    ResizeShape shape = new ResizeShape(8, 6, PixelFormat.RGB, false, true);
    byte[] file = KindFiles.of(StoredKind.BMP, width, height);
    ByteBuffer out = ByteBuffer.allocateDirect(shape.bytes());
    RenderedImage part =
        new RenderedImage(
            StoredKind.BMP,
            List.of(ByteBuffer.wrap(file)),
            width,
            height,
            false,
            List.of(new RenderedView(0, 0, width, height, false, 0)),
            NAME);
    try (PartsRenderer renderer = new PartsRenderer(shape)) {
      assertEquals(List.of(Optional.empty()), renderer.render(List.of(part), Limits.DEFAULT, out));
    }
    for (int y = 0; y < 6; y++) {
      for (int x = 0; x < 8 * 3; x++) {
        int sum = 0;
        for (int i = 0; i < 64; i++) {
          // Rows from the bottom, blue first, behind a header of 54 bytes.
          int row = height - 1 - (8 * y + i / 8);
          int column = 8 * (x / 3) + i % 8;
          sum += file[54 + row * width * 3 + column * 3 + 2 - x % 3] & 0xff;
        }
        assertEquals((sum + 32) / 64, out.get(y * 24 + x) & 0xff);
      }
    }
  }

  /** An image is decoded once, to the scale and the rows that the largest of its views needs. */
  @Property(tries = 300)
  void severalViewsOfAnImageAreThoseOfAsManyCalls(
      @ForAll StoredKind kind, @ForAll @IntRange(min = 2, max = 5) int count, @ForAll long seed)
      throws PcrException {
    Random random = new Random(seed);
    ResizeShape shape = new ResizeShape(40, 30, PixelFormat.RGB, false, true);
    List<ByteBuffer> slices = List.of(ByteBuffer.wrap(KindFiles.of(kind, WIDTH, HEIGHT)));
    ByteBuffer together = ByteBuffer.allocateDirect(count * shape.bytes());
    ByteBuffer alone = ByteBuffer.allocateDirect(shape.bytes());
    List<RenderedView> views = new ArrayList<>();
    for (int view = 0; view < count; view++) {
      int x = random.nextInt(WIDTH);
      int y = random.nextInt(HEIGHT);
      views.add(
          new RenderedView(
              x,
              y,
              1 + random.nextInt(WIDTH - x),
              1 + random.nextInt(HEIGHT - y),
              random.nextBoolean(),
              view * shape.bytes()));
    }
    try (PartsRenderer renderer = new PartsRenderer(shape)) {
      RenderedImage all = new RenderedImage(kind, slices, WIDTH, HEIGHT, false, views, NAME);
      assertEquals(
          List.of(Optional.empty()), renderer.render(List.of(all), Limits.DEFAULT, together));
      for (RenderedView view : views) {
        RenderedView first =
            new RenderedView(view.x(), view.y(), view.width(), view.height(), view.flipped(), 0);
        RenderedImage one =
            new RenderedImage(kind, slices, WIDTH, HEIGHT, false, List.of(first), NAME);
        renderer.render(List.of(one), Limits.DEFAULT, alone);
        assertEquals(alone, together.slice(view.at(), shape.bytes()));
      }
    }
  }

  @Test
  void aClosedRendererRefuses() throws PcrException {
    ResizeShape shape = new ResizeShape(20, 20, PixelFormat.RGB, true, true);
    ByteBuffer out = ByteBuffer.allocateDirect(shape.bytes());
    RenderedImage part = whole(StoredKind.BMP, KindFiles.of(StoredKind.BMP, WIDTH, HEIGHT), 0);
    PartsRenderer renderer = new PartsRenderer(shape);
    renderer.close();
    renderer.close();
    assertThrows(
        AlreadyClosedException.class, () -> renderer.render(List.of(part), Limits.DEFAULT, out));
  }

  @Test
  void roomThatIsTooSmallIsRefusedBeforeAnythingIsWritten() throws PcrException {
    ResizeShape shape = new ResizeShape(20, 20, PixelFormat.RGB, true, true);
    ByteBuffer out = ByteBuffer.allocateDirect(shape.bytes());
    RenderedImage part = whole(StoredKind.BMP, KindFiles.of(StoredKind.BMP, WIDTH, HEIGHT), 1);
    try (PartsRenderer renderer = new PartsRenderer(shape)) {
      assertThrows(
          IllegalArgumentException.class,
          () -> renderer.render(List.of(part), Limits.DEFAULT, out));
      assertThrows(
          IllegalArgumentException.class,
          () -> renderer.render(List.of(part), Limits.DEFAULT, ByteBuffer.allocate(4000)));
    }
  }
}
