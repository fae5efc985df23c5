package io.pcr.codecs.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every codec over a native library must do, whatever its format. */
public abstract class ImageCodecContract {
  protected static final String NAME = "train/a picture";
  private static final int WIDTH = 61;
  private static final int HEIGHT = 47;
  private static final long MIB = 1 << 20;

  protected abstract ImageCodec codec(Limits limits);

  /** Encodes losslessly, into a direct buffer that is ready to be read. */
  protected abstract ByteBuffer encode(ByteBuffer pixels, int width, int height, PixelFormat format)
      throws IOException;

  protected final ImageCodec codec() {
    return codec(Limits.DEFAULT);
  }

  protected final ByteBuffer decode(ByteBuffer image, PixelFormat format) throws PcrException {
    ByteBuffer out = ByteBuffer.allocateDirect((int) codec().info(image, NAME).bytes(format));
    codec().decode(image, NAME, format, out);
    assertEquals(0, out.remaining());
    return out.flip();
  }

  protected final PcrException failure(ByteBuffer image) {
    ByteBuffer out = ByteBuffer.allocateDirect(1 << 20);
    return assertThrows(
        PcrException.class, () -> codec().decode(image, NAME, PixelFormat.RGB, out));
  }

  private ByteBuffer picture() throws IOException {
    return encode(photo(PixelFormat.RGB), WIDTH, HEIGHT, PixelFormat.RGB);
  }

  private static ByteBuffer photo(PixelFormat format) {
    return SyntheticPhoto.render(11, WIDTH, HEIGHT, format);
  }

  @Test
  void pixelsComeBackFromHeapReadOnlyAndDirectInput() throws IOException {
    ByteBuffer direct = picture();
    ByteBuffer heap = ByteBuffer.allocate(direct.remaining() + 5).position(5);
    heap.put(direct.duplicate()).position(5);
    for (ByteBuffer input : new ByteBuffer[] {direct, heap, heap.asReadOnlyBuffer()}) {
      int position = input.position();
      assertEquals(photo(PixelFormat.RGB), decode(input, PixelFormat.RGB));
      assertEquals(position, input.position());
    }
  }

  @Test
  void outputIsWrittenAtItsPositionAndNotBeyond() throws IOException {
    int bytes = WIDTH * HEIGHT * 3;
    ByteBuffer out = ByteBuffer.allocateDirect(bytes + 9).put(bytes + 7, (byte) 42).position(7);
    codec().decode(picture(), NAME, PixelFormat.RGB, out);
    assertEquals(bytes + 7, out.position());
    assertEquals(42, out.get(bytes + 7));
    assertEquals(photo(PixelFormat.RGB), out.slice(7, bytes));
  }

  @Test
  void outputThatIsTooSmallIsALimitAndLeftAsItWas() throws IOException {
    ByteBuffer out = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3 - 1);
    ByteBuffer image = picture();
    PcrException e =
        assertThrows(PcrException.class, () -> codec().decode(image, NAME, PixelFormat.RGB, out));
    assertSame(PcrException.LimitExceeded.class, e.getClass());
    assertEquals(0, out.position());
  }

  @Test
  void heapAndReadOnlyOutputAreMistakes() throws IOException {
    ByteBuffer image = picture();
    ByteBuffer heap = ByteBuffer.allocate(1 << 20);
    ByteBuffer readOnly = ByteBuffer.allocateDirect(1 << 20).asReadOnlyBuffer();
    assertThrows(
        IllegalArgumentException.class, () -> codec().decode(image, NAME, PixelFormat.RGB, heap));
    assertThrows(
        ReadOnlyBufferException.class,
        () -> codec().decode(image, NAME, PixelFormat.RGB, readOnly));
  }

  @Test
  void limitOnPixelsIsHeldByTheHeaderAlone() throws IOException {
    ByteBuffer image = picture();
    ImageCodec tight = codec(Limits.DEFAULT.withPixels(WIDTH * HEIGHT - 1));
    PcrException e = assertThrows(PcrException.class, () -> tight.info(image, NAME));
    assertSame(PcrException.LimitExceeded.class, e.getClass());
    assertEquals(WIDTH, codec(Limits.DEFAULT.withPixels(WIDTH * HEIGHT)).info(image, NAME).width());
  }

  @Test
  void truncationAtAnyLengthIsDamage() throws IOException {
    ByteBuffer image = picture();
    int step = Math.max(1, image.remaining() / 300);
    for (int length = 0; length < image.limit(); length += step) {
      PcrException e = failure(image.slice(0, length));
      assertSame(PcrException.Corrupt.class, e.getClass(), "at length " + length);
      assertEquals(NAME, e.source());
    }
  }

  @Test
  void randomDamageIsAnErrorOrAPictureAndMemoryStaysFlat() throws IOException {
    ByteBuffer image = picture();
    SplittableRandom random = new SplittableRandom(1);
    int failures = damage(image, random, 500);
    long before = residentBytes();
    failures += damage(image, random, 3000);
    long grown = residentBytes() - before;
    assertTrue(failures > 0, "no damage was seen");
    // A decoder context is some 50 kB: leaked once in three errors it would be 50 MiB here.
    assertTrue(grown < 16 * MIB, "resident memory grew by " + grown / MIB + " MiB");
  }

  private int damage(ByteBuffer image, SplittableRandom random, int rounds) {
    ByteBuffer damaged = ByteBuffer.allocateDirect(image.remaining());
    ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
    int failures = 0;
    for (int i = 0; i < rounds; i++) {
      damaged.clear().put(image.duplicate()).flip();
      int at = random.nextInt(damaged.limit());
      damaged.put(at, (byte) (damaged.get(at) ^ 1 << random.nextInt(8)));
      damaged.limit(random.nextInt(3) == 0 ? random.nextInt(damaged.limit()) : damaged.limit());
      try {
        codec()
            .decode(
                damaged,
                NAME,
                random.nextBoolean() ? PixelFormat.GREY : PixelFormat.RGB,
                out.clear());
      } catch (PcrException e) {
        failures++;
      }
    }
    return failures;
  }

  /** Resident memory of this process, by the kernel's count. */
  private static long residentBytes() {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
