package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.loader.transform.Transform;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class HeadspaceTest extends LoaderFixture {
  @Test
  void batchesComeAgainFromMemoryWhenTheLoaderIsClosed() throws IOException {
    LoaderOptions options = options().build();
    Headspace headspace;
    try (Loader loader = Loader.open(dataset, options)) {
      headspace = Headspace.of(loader, 2);
      assertEquals(24, loader.state().position());
      assertEquals(options, loader.options());
    }
    try (Loader again = Loader.open(dataset, options)) {
      ByteBuffer first = null;
      for (int round = 0; round < 5; round++) {
        Batch kept = headspace.next();
        if (round < 2) {
          Batch batch = again.next();
          assertEquals(keys(batch), keys(kept));
          assertEquals(batch.pixels(), kept.pixels());
          assertEquals(batch.number(), kept.number());
          assertEquals(batch.label(3), kept.label(3));
          assertEquals(batch.sample(3), kept.sample(3));
        }
        if (round == 0) {
          first = kept.pixels();
        }
        assertEquals(round % 2 == 0, first.equals(kept.pixels()));
      }
    }
  }

  @Test
  void batchesOfFilesAreNotKept() throws IOException {
    try (Loader loader = Loader.open(dataset, options().transform(new Transform.Files()).build())) {
      assertThrows(IllegalArgumentException.class, () -> Headspace.of(loader, 1));
    }
    try (Loader loader = Loader.open(dataset, options().build())) {
      assertThrows(IllegalArgumentException.class, () -> Headspace.of(loader, 0));
    }
  }
}
