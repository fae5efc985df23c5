package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.loader.batch.Remainder;
import io.pcr.loader.state.StateMismatchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loaders of a part of a dataset. */
class LoaderViewTest extends LoaderFixture {
  private static LoaderOptions all() {
    return options().remainder(Remainder.SHORT).build();
  }

  private static List<String> epoch(LoaderPart part) throws IOException {
    List<String> keys = new ArrayList<>();
    try (Loader loader = Loader.open(List.of(part), all())) {
      for (long batch = 0; batch < loader.batches(); batch++) {
        keys.addAll(keys(loader.next()));
      }
    }
    Collections.sort(keys);
    return keys;
  }

  private static List<String> roses() {
    return IntStream.range(0, SAMPLES)
        .filter(number -> number % 3 == 0)
        .mapToObj(number -> "rose/" + number)
        .sorted()
        .toList();
  }

  @Test
  void conditionDescribesTheSamplesOfAnEpoch() throws IOException {
    assertEquals(roses(), epoch(LoaderPart.of(dataset).where("label == 0 and width == 96")));
  }

  @Test
  void conditionOnAColumnThatIsReadFromTheShard() throws IOException {
    assertEquals(
        List.of("rose/9", "tulip/7"),
        epoch(LoaderPart.of(dataset).where("caption in ('picture 7', 'picture 9')")));
  }

  @Test
  void conditionsOneAfterTheOtherAreTheSameViewAsBothAtOnce() throws IOException {
    LoaderPart both = LoaderPart.of(dataset).where("label == 0 and key > 'rose/3'");
    LoaderPart twice = LoaderPart.of(dataset).where("label == 0").where("key > 'rose/3'");
    assertEquals(both.selection().hash(), twice.selection().hash());
    assertTrue(LoaderPart.of(dataset).where("width > 0").selection().isAll());
  }

  @Test
  void keysDescribeTheSamplesOfAnEpoch() throws IOException {
    LoaderPart part = LoaderPart.of(dataset).withKeys(List.of("tulip/7", "rose/9", "tulip/1"));
    assertEquals(List.of("rose/9", "tulip/1", "tulip/7"), epoch(part));
    assertEquals(List.of("rose/9"), epoch(part.where("label == 0")));
    assertThrows(
        NoSuchElementException.class,
        () -> LoaderPart.of(dataset).withKeys(List.of("rose/9", "nobody")));
  }

  @Test
  void stateOfAnotherViewIsRejected() throws IOException {
    LoaderPart roses = LoaderPart.of(dataset).where("label == 0");
    LoaderPart tulips = LoaderPart.of(dataset).where("label == 1");
    try (Loader loader = Loader.open(List.of(roses), all())) {
      loader.next();
      StateMismatchException e =
          assertThrows(
              StateMismatchException.class,
              () -> Loader.open(List.of(tulips), all(), loader.state()));
      assertTrue(e.getMessage().contains(roses.selection().hash()), e.getMessage());
      assertTrue(e.getMessage().contains(tulips.selection().hash()), e.getMessage());
    }
  }

  @Test
  void viewWithoutSamplesIsRejectedBeforeAnythingIsRead() throws IOException {
    LoaderPart none = LoaderPart.of(dataset).where("label > 1");
    for (Remainder remainder : Remainder.values()) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> Loader.open(List.of(none), options().remainder(remainder).build()));
      assertTrue(e.getMessage().contains("fewer samples"), e.getMessage());
    }
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Loader.open(List.of(LoaderPart.of(dataset), none), options().epochBatches(3).build()));
  }
}
