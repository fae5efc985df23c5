package io.pcr.conformance.together;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.together.Work.Ending;
import io.pcr.format.commit.DurableSteps;
import io.pcr.testkit.FileTree;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The sources of the cases, made once, and places for them. For one thread. */
final class Datasets {
  private final Path folder;
  private final Path sources;
  private final Case.Model model;
  private int cases;

  Datasets(Path folder) throws IOException {
    this.folder = folder;
    sources = folder.resolve("sources");
    Path all = folder.resolve("all");
    Map<String, byte[]> originals = new TreeMap<>();
    for (Images images : Images.values()) {
      images.write(sources.resolve(images.name()));
      images.write(all);
      originals.putAll(images.files());
    }
    Path initial = sources.resolve(Images.INITIAL.name());
    convert(initial, sources.resolve("whole"), DurableSteps.NONE, ExitCode.OK);
    DurableSteps endingBehindTheFirstShard =
        (step, file) -> {
          if (file.getFileName().toString().startsWith("part-00001")) {
            throw new IOException("ended here");
          }
        };
    convert(initial, sources.resolve("unfinished"), endingBehindTheFirstShard, ExitCode.IO);
    convert(all, folder.resolve("reference"), DurableSteps.NONE, ExitCode.OK);
    model = new Case.Model(Work.read(folder.resolve("reference")), originals);
  }

  private static void convert(Path source, Path dataset, DurableSteps steps, int status) {
    Ending ending = Work.command(steps, Work.convert(source, dataset));
    assertEquals(status, ending.status(), ending.said());
  }

  Case.Model model() {
    return model;
  }

  Place place() throws IOException {
    return new Place(Files.createDirectory(folder.resolve("case" + cases++)), sources);
  }

  /** The durable steps that a piece of work comes to when it is alone. */
  int steps(Work work) throws IOException {
    Case alone = Case.begin(work, Work.OPEN, place(), model);
    AtomicInteger steps = new AtomicInteger();
    Ending ending = work.run(alone.place(), true, (step, file) -> steps.incrementAndGet());
    assertTrue(ending.isDone(), () -> work + ": " + ending.said());
    FileTree.delete(alone.place().folder());
    return steps.get();
  }
}
