package io.pcr.conformance.together;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.together.Work.Ending;
import io.pcr.format.commit.DurableSteps;
import io.pcr.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Two pieces of work on one dataset, and what has to hold when both have come to an end: whatever
 * one of them said that it did is there, what was there before is there, and what neither did can
 * be done now.
 */
record Case(Work first, Work second, Place place, Model model, Chain chain) {
  /** What the files of a dataset are, by key, as stored and as they were. */
  record Model(Map<String, byte[]> stored, Map<String, byte[]> originals) {}

  static Case begin(Work first, Work second, Place place, Model model) throws IOException {
    if (first == Work.CONVERT_RESUMED) {
      Place.copy(place.sources().resolve("unfinished"), place.dataset());
    } else if (!first.makes()) {
      Place.copy(place.whole(), place.dataset());
    }
    return new Case(first, second, place, model, new Chain(place.dataset()));
  }

  void check(Ending ofFirst, boolean firstEnded, Ending ofSecond, boolean secondEnded)
      throws IOException {
    chain.look();
    assertEquals(List.of(), chain.breaks());
    checkEnding(first, ofFirst, firstEnded);
    checkEnding(second, ofSecond, secondEnded);
    boolean nobodyEnded = !firstEnded && !secondEnded;
    assertTrue(!nobodyEnded || ofFirst.isDone() || ofSecond.isDone(), "one of two gets through");
    Map<String, byte[]> contents = contents();
    checkRead(contents, model.stored());
    if (!first.makes() && first != Work.CONVERT_RESUMED) {
      requireAll(contents, Images.INITIAL.files(), "what was there before");
    }
    requireWork(contents, first, ofFirst, true);
    requireWork(contents, second, ofSecond, false);
  }

  private void checkEnding(Work work, Ending ending, boolean ended) {
    if (!ended) {
      boolean known = ending.isDone() || ending.isRefused();
      // Between a manifest and its index the old one is there, which is what the check is for.
      boolean staleIndex = work == Work.INDEX_CHECK && ending.status() == 1;
      String missing = place.dataset() + ": no such file or folder";
      boolean tooEarly = first.makes() && ending.said().contains(missing);
      assertTrue(
          known || staleIndex || tooEarly,
          () -> work + ": " + ending.status() + ", " + ending.said());
    }
    if (ending.isDone() && work.readsFiles() && ending.read() != null) {
      assertTrue(!ending.read().isEmpty(), work + " read nothing");
      checkRead(ending.read(), work == Work.RESTORE ? model.originals() : model.stored());
    }
  }

  /** Wholly one of the generations that can be, byte for byte. */
  private static void checkRead(Map<String, byte[]> read, Map<String, byte[]> bytes) {
    assertTrue(
        read.isEmpty()
            || Images.generations().stream().anyMatch(each -> each.keySet().equals(read.keySet())),
        () -> "no generation: " + read.keySet());
    read.forEach((key, file) -> assertArrayEquals(bytes.get(key), file, key));
  }

  private static void requireWork(
      Map<String, byte[]> contents, Work work, Ending ending, boolean first) {
    if (ending.isDone()) {
      requireAll(contents, work.gives(first), work + " said that it was done");
    }
  }

  private static void requireAll(
      Map<String, byte[]> contents, Map<String, byte[]> wanted, String why) {
    assertTrue(
        contents.keySet().containsAll(wanted.keySet()),
        () -> why + ": " + wanted.keySet() + " of " + contents.keySet());
  }

  private Map<String, byte[]> contents() throws IOException {
    boolean isDataset = Files.exists(place.dataset().resolve("manifest.pcrm"));
    return isDataset ? Work.read(place.dataset()) : new TreeMap<>();
  }

  /** What was refused, or ended, is done now, one after the other; nothing stands in its way. */
  void recover(Ending ofFirst, Ending ofSecond) throws IOException {
    if (first == Work.WRITER && !ofFirst.isDone()) {
      giveUpWriter();
    }
    Ending again = ofFirst.isDone() ? ofFirst : repeat(first, true);
    if (second == Work.WRITER && !ofSecond.isDone()) {
      giveUpWriter();
    }
    Ending after = ofSecond.isDone() ? ofSecond : repeat(second, false);
    Map<String, byte[]> contents = contents();
    checkRead(contents, model.stored());
    requireWork(contents, first, again, true);
    requireWork(contents, second, after, false);
    Ending verified = Work.VERIFY.run(place, true, DurableSteps.NONE);
    assertTrue(verified.isDone(), verified.said());
    chain.look();
    assertEquals(List.of(), chain.breaks());
  }

  /** Work that makes a dataset is refused where there is one by now, all else is done. */
  private Ending repeat(Work work, boolean isFirst) throws IOException {
    deleteOutput(isFirst);
    boolean isDataset = Files.exists(place.dataset().resolve("manifest.pcrm"));
    boolean unfinished = Files.exists(place.dataset().resolve(".pcr-run"));
    Ending ending = work.run(place, isFirst, DurableSteps.NONE);
    boolean comesToMake = work.makes() || work == Work.CONVERT_RESUMED;
    boolean tooLate = comesToMake && isDataset && !unfinished;
    boolean tooEarly = !comesToMake && !isDataset;
    boolean inUnfinished = unfinished && work.makes() && work != Work.CONVERT;
    boolean mayBeRefused = tooLate || tooEarly || inUnfinished;
    assertTrue(
        ending.isDone() || (mayBeRefused && ending.isRefused()),
        () -> work + " again: " + ending.status() + ", " + ending.said());
    return ending;
  }

  private void deleteOutput(boolean isFirst) throws IOException {
    Path output = place.output(isFirst);
    if (Files.exists(output)) {
      FileTree.delete(output);
    }
  }

  /** A writer cannot be resumed; its user does what the message says. */
  private void giveUpWriter() throws IOException {
    Path run = place.dataset().resolve(".pcr-run");
    if (!Files.exists(run)) {
      return;
    }
    boolean isWriters =
        Files.exists(run.resolve("options"))
            && Files.readString(run.resolve("options")).contains("action=write");
    if (isWriters) {
      boolean isDataset = Files.exists(place.dataset().resolve("manifest.pcrm"));
      FileTree.delete(isDataset ? run : place.dataset());
    }
  }
}
