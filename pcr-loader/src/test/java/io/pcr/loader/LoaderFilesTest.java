package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.OnDamage;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of images as they are stored, and what a program does with each image itself. */
class LoaderFilesTest extends LoaderFixture {
  private static LoaderOptions.Builder files() {
    return options().remainder(Remainder.SHORT).transform(new Transform.Files());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void filesAreThoseOfTheSamplesUntilTheNextBatchIsAskedFor(int group) throws IOException {
    Fidelity fidelity = Fidelity.group(group);
    int seen = 0;
    try (Loader loader = Loader.open(dataset, files().fidelity(fidelity).memory(1 << 20).build())) {
      for (long number = 0; number < 3 * loader.batches(); number++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          Sample stored = batch.stored(image);
          Sample alone = dataset.sample(batch.sample(image), fidelity);
          assertEquals(alone.file(), stored.file());
          assertEquals(batch.key(image), stored.key());
          assertEquals(alone.label(), batch.label(image));
          seen++;
        }
        assertThrows(IllegalStateException.class, batch::pixels);
      }
      assertEquals(0, loader.statistics().samplesReplaced());
    }
    assertEquals(3 * SAMPLES, seen);
  }

  @Test
  void batchOfPixelsHasNoFiles() throws IOException {
    try (Loader loader = Loader.open(dataset, options().build())) {
      Batch batch = loader.next();
      assertThrows(IllegalStateException.class, () -> batch.stored(0));
      assertTrue(batch.result(0).isEmpty());
    }
  }

  @Test
  void hookDecodesImagesOfAnySize() throws IOException {
    SampleHook decode =
        (sample, pixels, random) -> {
          assertEquals(0, pixels.remaining());
          ByteBuffer own = ByteBuffer.allocateDirect(3 * sample.width() * sample.height());
          sample.decodeRgb(own);
          return own.flip();
        };
    try (Loader loader = Loader.open(dataset, files().hook(decode).build())) {
      Batch batch = loader.next();
      for (int image = 0; image < batch.size(); image++) {
        ByteBuffer expected = ByteBuffer.allocateDirect(3 * WIDTH * HEIGHT);
        dataset.sample(batch.sample(image), Fidelity.FULL).decodeRgb(expected);
        assertEquals(expected.flip(), batch.result(image).orElseThrow());
      }
    }
  }

  private Map<Long, Object> drawn(int rank, int ranks, int threads) throws IOException {
    Map<Long, Object> drawn = new HashMap<>();
    SampleHook hook =
        (sample, pixels, random) -> {
          byte first = (byte) random.nextInt();
          pixels.put(0, first);
          return random.nextLong() + first;
        };
    LoaderOptions options = options().rank(rank, ranks).threads(threads).hook(hook).build();
    try (Loader loader = Loader.open(dataset, options)) {
      for (int i = 0; i < 2; i++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          Object before = drawn.put(batch.sample(image), batch.result(image).orElseThrow());
          assertEquals(null, before);
        }
      }
    }
    return drawn;
  }

  @Test
  void numbersOfAHookBelongToTheSample() throws IOException {
    Map<Long, Object> alone = drawn(0, 1, 1);
    Map<Long, Object> ranks = new HashMap<>(drawn(0, 2, 3));
    ranks.putAll(drawn(1, 2, 2));
    assertEquals(alone, ranks);
    assertEquals(alone.size(), alone.values().stream().distinct().count());
  }

  @Test
  void hookChangesThePixels() throws IOException {
    SampleHook hook =
        (sample, pixels, random) -> {
          pixels.put(5, (byte) sample.ordinal());
          return null;
        };
    try (Loader loader = Loader.open(dataset, options().hook(hook).build())) {
      Batch batch = loader.next();
      ByteBuffer pixels = batch.pixels();
      for (int image = 0; image < batch.size(); image++) {
        int ordinal = dataset.sample(batch.sample(image), Fidelity.group(1)).ordinal();
        assertEquals((byte) ordinal, pixels.get(image * SHAPE.bytes() + 5));
        assertTrue(batch.result(image).isEmpty());
      }
    }
  }

  @Test
  void failureOfAHookEndsTheRunAndDamageThatItFindsIsDamage() throws IOException {
    SampleHook failing =
        (sample, pixels, random) -> {
          throw new IOException("no room left");
        };
    LoaderOptions skipping = files().onDamage(OnDamage.SKIP).hook(failing).build();
    try (Loader loader = Loader.open(dataset, skipping)) {
      IOException e = assertThrows(IOException.class, loader::next);
      assertTrue(e.getMessage().contains("no room left"), e.toString());
    }
    AtomicInteger calls = new AtomicInteger();
    SampleHook finding =
        (sample, pixels, random) -> {
          calls.incrementAndGet();
          if (sample.key().startsWith("rose")) {
            FieldLocation location = new FieldLocation("Sample.file", 0, sample.key());
            throw new PcrException.Corrupt(ErrorCode.MALFORMED, location, "a rose", "a tulip");
          }
          return sample.key();
        };
    List<String> keys = new ArrayList<>();
    try (Loader loader =
        Loader.open(dataset, files().onDamage(OnDamage.SKIP).hook(finding).build())) {
      Batch batch = loader.next();
      for (int image = 0; image < batch.size(); image++) {
        keys.add(batch.key(image));
        assertEquals(batch.key(image), batch.result(image).orElseThrow());
        assertEquals(batch.key(image), batch.stored(image).key());
      }
      assertTrue(loader.statistics().samplesReplaced() > 0);
    }
    assertFalse(keys.stream().anyMatch(key -> key.startsWith("rose")), keys.toString());
    assertTrue(calls.get() >= keys.size());
  }
}
