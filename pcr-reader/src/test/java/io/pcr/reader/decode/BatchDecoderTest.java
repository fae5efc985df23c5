package io.pcr.reader.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Fidelity;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.reader.TestShard;
import io.pcr.reader.decode.BatchDecoder.Framing.Box;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchDecoderTest {
  private static final TestShard PHOTOS = TestShard.ofPhotos(5, 9, 150, 110);

  private final ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT);
  private ShardReader reader;
  private final List<Sample> samples = new ArrayList<>();

  @BeforeEach
  void read() throws IOException {
    reader = shard(PHOTOS).read(Fidelity.group(5));
    reader.forEach(samples::add);
  }

  @AfterEach
  void close() throws IOException {
    reader.close();
    context.close();
    assertEquals(0, context.buffersInUse());
  }

  private ContainerShard shard(TestShard shard) {
    return new ContainerShard(
        "photos.pcr",
        Optional.empty(),
        () -> new MemoryByteSource("photos.pcr", ByteBuffer.wrap(shard.bytes())),
        context);
  }

  @Test
  void sampleDecodesAsItsFileWould() throws IOException {
    for (Sample sample : samples) {
      ByteBuffer pixels = ByteBuffer.allocateDirect(sample.width() * sample.height() * 3);
      DecodedImage image = sample.decodeRgb(pixels);
      assertEquals(sample.width(), image.width());
      assertEquals(sample.height(), image.height());
      assertEquals(0, pixels.remaining());
      ByteBuffer alone = ByteBuffer.allocateDirect(pixels.capacity());
      reader.shard().sample(sample.ordinal(), Fidelity.group(5)).decodeRgb(alone);
      assertEquals(alone.flip(), pixels.flip());
    }
  }

  @Test
  void imagesOfTheBatchsSizeAreDeliveredUnchanged() throws IOException {
    ResizeShape shape = nhwc(64, 48);
    BatchDecoder.Framing corner = (sample, width, height) -> new Box(8, 16, 48, 64);
    ByteBuffer batch = decode(shape, corner, samples, 2);
    ByteBuffer one = ByteBuffer.allocateDirect(shape.bytes());
    for (int i = 0; i < samples.size(); i++) {
      DecodeOptions options = DecodeOptions.rgb().withCrop(new DecodeOptions.Crop(8, 16, 48, 64));
      samples.get(i).decode(options, one.clear());
      assertEquals(one.flip(), batch.slice(i * shape.bytes(), shape.bytes()));
    }
  }

  @Test
  void channelsFirstHoldsTheSamePixels() throws IOException {
    ResizeShape last = nhwc(40, 50);
    ResizeShape first = new ResizeShape(50, 40, PixelFormat.RGB, true, false);
    ByteBuffer nhwc = decode(last, BatchDecoder.Framing.whole(), samples, 2);
    ByteBuffer nchw = decode(first, BatchDecoder.Framing.whole(), samples, 2);
    for (int i = 0; i < samples.size(); i++) {
      for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 50; x++) {
          for (int c = 0; c < 3; c++) {
            int image = i * last.bytes();
            assertEquals(
                nhwc.get(image + (y * 50 + x) * 3 + c), nchw.get(image + c * 2000 + y * 50 + x));
          }
        }
      }
    }
  }

  @Test
  void numberOfThreadsChangesNothing() throws IOException {
    ResizeShape shape = new ResizeShape(32, 32, PixelFormat.RGB, true, false);
    BatchDecoder.Framing framing = BatchDecoder.Framing.random(7, 0.08);
    assertEquals(decode(shape, framing, samples, 1), decode(shape, framing, samples, 4));
  }

  @Test
  void greyBatch() throws IOException {
    ResizeShape shape = new ResizeShape(40, 30, PixelFormat.GREY, false, false);
    ByteBuffer batch = decode(shape, BatchDecoder.Framing.centre(shape, 0.875), samples, 2);
    assertEquals(samples.size() * 1200, batch.remaining());
  }

  @Test
  void batchGoesToTheBuffersPosition() throws IOException {
    ResizeShape shape = nhwc(16, 16);
    try (BatchDecoder decoder = new BatchDecoder(shape, BatchDecoder.Framing.whole(), 2)) {
      ByteBuffer pixels = ByteBuffer.allocateDirect(10 + 2 * shape.bytes() + 5).position(10);
      decoder.decode(samples.subList(0, 2), pixels);
      assertEquals(10 + 2 * shape.bytes(), pixels.position());
      assertEquals(0, pixels.getShort(0));
      assertThrows(
          IllegalArgumentException.class, () -> decoder.decode(samples.subList(0, 1), pixels));
      assertThrows(
          IllegalArgumentException.class,
          () -> decoder.decode(samples, ByteBuffer.allocate(1 << 20)));
    }
  }

  @Test
  void imageThatCannotBeDecodedFailsTheBatchByName() throws IOException {
    try (ReaderContext other = new ReaderContext(ReaderOptions.DEFAULT);
        BatchDecoder decoder = new BatchDecoder(nhwc(8, 8), BatchDecoder.Framing.whole(), 2)) {
      Sample noise = shard(TestShard.ofNoise(1, 4, 500)).sample(1, Fidelity.FULL);
      List<Sample> mixed = List.of(samples.get(0), noise, samples.get(1));
      PcrException e =
          assertThrows(
              PcrException.class, () -> decoder.decode(mixed, ByteBuffer.allocateDirect(3 * 192)));
      assertTrue(e.getMessage().contains(noise.key()), e.getMessage());
      decoder.decode(samples.subList(0, 3), ByteBuffer.allocateDirect(3 * 192));
      assertEquals(0, other.openFiles());
    }
  }

  @Test
  void imageOfAnotherSizeThanTheMetadataSaysFailsTheBatchByName() throws IOException {
    ResizeShape wide = nhwc(1, 40_000);
    ByteBuffer pixels = ByteBuffer.allocateDirect(wide.bytes());
    try (BatchDecoder small = new BatchDecoder(nhwc(8, 8), BatchDecoder.Framing.whole(), 1);
        BatchDecoder whole = new BatchDecoder(wide, BatchDecoder.Framing.whole(), 1)) {
      List<Sample> lying = List.of(claimingSize(samples.get(0), 1000, 800));
      PcrException e = assertThrows(PcrException.class, () -> small.decode(lying, pixels.clear()));
      assertTrue(e.getMessage().contains("not 1000 x 800"), e.getMessage());
      assertTrue(e.getMessage().contains(samples.get(0).key()), e.getMessage());
      List<Sample> huge = List.of(claimingSize(samples.get(0), 65_535, 65_535));
      e = assertThrows(PcrException.class, () -> whole.decode(huge, pixels.clear()));
      assertSame(PcrException.LimitExceeded.class, e.getClass());
      small.decode(samples, pixels.clear());
    }
  }

  private static Sample claimingSize(Sample sample, int width, int height) {
    return (Sample)
        Proxy.newProxyInstance(
            Sample.class.getClassLoader(),
            new Class<?>[] {Sample.class},
            (proxy, method, arguments) -> {
              try {
                return switch (method.getName()) {
                  case "width" -> width;
                  case "height" -> height;
                  default -> method.invoke(sample, arguments);
                };
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void closedDecoderRefuses() throws IOException {
    BatchDecoder decoder = new BatchDecoder(nhwc(8, 8), BatchDecoder.Framing.whole(), 1);
    decoder.close();
    assertThrows(
        AlreadyClosedException.class,
        () -> decoder.decode(samples, ByteBuffer.allocateDirect(9 * 192)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new BatchDecoder(nhwc(8, 8), BatchDecoder.Framing.whole(), 0));
  }

  @Test
  void interruptedCallerGetsItsBufferBack() throws IOException {
    try (BatchDecoder decoder = new BatchDecoder(nhwc(64, 64), BatchDecoder.Framing.whole(), 2)) {
      Thread.currentThread().interrupt();
      assertThrows(
          InterruptedIOException.class,
          () -> decoder.decode(samples, ByteBuffer.allocateDirect(9 * 64 * 64 * 3)));
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void closedDecoderLeavesNoThread() throws Exception {
    BatchDecoder decoder = new BatchDecoder(nhwc(8, 8), BatchDecoder.Framing.whole(), 3);
    decoder.decode(samples.subList(0, 3), ByteBuffer.allocateDirect(3 * 192));
    List<Thread> threads = decodeThreads();
    assertFalse(threads.isEmpty());
    decoder.close();
    decoder.close();
    for (Thread thread : threads) {
      thread.join(TimeUnit.MINUTES.toMillis(1)); // A guard against hanging.
      assertFalse(thread.isAlive(), thread::getName);
    }
  }

  private static List<Thread> decodeThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("pcr-decode-"))
        .toList();
  }

  @Property(tries = 300)
  void framesAreInsideTheImage(
      @ForAll @IntRange(min = 1, max = 5000) int width,
      @ForAll @IntRange(min = 1, max = 5000) int height,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 500) int size)
      throws IOException {
    ResizeShape shape = nhwc(size, 500 / size + 1);
    Sample sample = shard(PHOTOS).sample(0, Fidelity.group(1));
    List<BatchDecoder.Framing> framings =
        List.of(
            BatchDecoder.Framing.whole(),
            BatchDecoder.Framing.centre(shape, 1),
            BatchDecoder.Framing.centre(shape, 0.875),
            BatchDecoder.Framing.random(seed, 0.08));
    for (BatchDecoder.Framing framing : framings) {
      Box box = framing.box(sample, width, height);
      assertTrue(box.x() + box.width() <= width && box.y() + box.height() <= height);
      assertEquals(box, framing.box(sample, width, height));
    }
  }

  private static ResizeShape nhwc(int height, int width) {
    return new ResizeShape(width, height, PixelFormat.RGB, false, false);
  }

  private static ByteBuffer decode(
      ResizeShape shape, BatchDecoder.Framing framing, List<Sample> samples, int threads)
      throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(samples.size() * shape.bytes());
    try (BatchDecoder decoder = new BatchDecoder(shape, framing, threads)) {
      decoder.decode(samples, pixels);
    }
    assertEquals(0, pixels.remaining());
    return pixels.flip();
  }
}
