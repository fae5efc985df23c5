package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-META-9
/** -2^63 is a label as any other, from every source and to every form. */
class LowestLabelTest {
  @TempDir private Path folder;

  private static void run(Object... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
  }

  private static void requireLabels(Path dataset) throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertEquals(3, opened.sampleCount(), dataset.toString());
      assertEquals(OptionalLong.of(Long.MIN_VALUE), label(opened, "a"), dataset.toString());
      assertEquals(OptionalLong.of(0), label(opened, "b"), dataset.toString());
      assertEquals(OptionalLong.empty(), label(opened, "c"), dataset.toString());
    }
  }

  private static OptionalLong label(PcrDataset dataset, String name) throws IOException {
    for (long i = 0; i < dataset.sampleCount(); i++) {
      if (dataset.sample(i, Fidelity.FULL).key().startsWith(name)) {
        return dataset.sample(i, Fidelity.FULL).label();
      }
    }
    throw new AssertionError("no sample " + name);
  }

  @Test
  void lowestLabelGoesInAndOut() throws IOException {
    Path source = Files.createDirectory(folder.resolve("source"));
    int seed = 0;
    for (String name : new String[] {"a.jpg", "b.jpg", "c.jpg"}) {
      Files.write(source.resolve(name), JpegFixtures.baseline(seed++, 20, 20));
    }
    Path labels = folder.resolve("labels.csv");
    Files.writeString(labels, "path,label\na.jpg,-9223372036854775808\nb.jpg,0\nc.jpg,\n");
    Path dataset = folder.resolve("dataset");
    run("convert", source, dataset, "--labels=" + labels);
    requireLabels(dataset);
    for (String form : new String[] {"tar", "tfrecord"}) {
      Path out = folder.resolve(form);
      run("extract", dataset, out, "--to=" + form);
      Path again = folder.resolve("from " + form);
      run("convert", out, again, "--from=" + form);
      requireLabels(again);
    }
    run("append", dataset, source, "--labels=" + labels);
    requireLabels(dataset);
  }
}
