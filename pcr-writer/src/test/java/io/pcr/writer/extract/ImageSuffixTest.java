package io.pcr.writer.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.media.MediaType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Files that are written out end in the suffix of the format that they have. */
class ImageSuffixTest {
  @Provide
  Arbitrary<Set<String>> keys() {
    Arbitrary<String> part =
        Arbitraries.of("x", ".jpg", ".webp", ".png", ".JPG", ".jpeg", ".txt", "/", ".v1");
    Arbitrary<String> key =
        part.list().ofMinSize(1).ofMaxSize(6).map(parts -> String.join("", parts));
    return key.set().ofMinSize(2).ofMaxSize(12);
  }

  @Property
  void noTwoKeysBecomeTheSameName(@ForAll("keys") Set<String> keys) {
    Map<String, String> given = new HashMap<>();
    for (String suffix : List.of("jpg", "png")) {
      given.clear();
      for (String key : keys) {
        String name = ImageSuffix.named(key, suffix);
        assertEquals(null, given.put(name, key), name);
        Optional<MediaType> stated = MediaType.named(name);
        assertTrue(
            stated.isEmpty() || stated.equals(MediaType.named("." + suffix)), key + ": " + name);
      }
    }
  }

  @Test
  void keyKeepsASuffixThatIsRightAndNoneIsAddedWhereThereIsNone() {
    for (String key :
        List.of("a.jpg", "a.JPEG", "d.png/a", "a.txt", "a", "a.v1", ".jpg", "a.jpg.jpg")) {
      assertEquals(key, ImageSuffix.named(key, "jpg"));
    }
    assertEquals("a.webp.jpg", ImageSuffix.named("a.webp", "jpg"));
    assertEquals("a.jpg.bmp", ImageSuffix.named("a.jpg", "bmp"));
    assertEquals("a.webp.jpg.jpg", ImageSuffix.named("a.webp.jpg", "jpg"));
  }
}
