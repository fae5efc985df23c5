package io.pcr.benchmarks.reader;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.manifest.PartFiles;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * What opening a dataset of very many shards takes, and reading the list of all of them. Only the
 * manifest is there, which is all that an open reads.
 *
 * <pre>
 * OpenFigures FOLDER SHARDS
 * </pre>
 */
public final class OpenFigures {
  private static final int GROUPS = 6;
  private static final int SAMPLES = 1_000;
  private static final long GROUP_BYTES = 15_000_000;
  private static final double NANOS = 1e9;
  private static final double MIB = 1 << 20;

  private OpenFigures() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    int shards = Integer.parseInt(args[1]);
    if (!Files.exists(folder.resolve(Manifest.FILE_NAME))) {
      write(folder, shards);
    }
    for (int round = 0; round < 3; round++) {
      measure(folder);
    }
  }

  private static void write(Path folder, int count) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<ShardEntry> shards = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      shards.add(shard(i, random));
    }
    Manifest.Builder manifest =
        Manifest.builder(new UUID(1, 2)).groups(GROUPS, Optional.empty()).add(shards);
    AtomicFile.write(
        folder.resolve(Manifest.FILE_NAME),
        DurableSteps.NONE,
        manifest.inParts(new PartFiles(folder, DurableSteps.NONE)).build().encode());
  }

  private static ShardEntry shard(int number, SplittableRandom random) {
    List<Long> prefixLengths = new ArrayList<>();
    long end = 54_000L + random.nextInt(1_000);
    long front = end;
    for (int group = 0; group <= GROUPS; group++) {
      prefixLengths.add(end);
      end += GROUP_BYTES + random.nextInt(1_000_000);
    }
    long last = prefixLengths.get(GROUPS);
    return new ShardEntry(
        String.format("part-%07d.pcr", number),
        ShardEntry.UNLISTED,
        ShardVariant.PCR,
        Compression.NONE,
        new UUID(random.nextLong(), random.nextLong()),
        last + 1_000_000 + front + 1_000,
        SAMPLES,
        random.nextInt(),
        prefixLengths,
        1_000_000,
        38_000 + random.nextInt(100),
        last + random.nextInt(1_000_000),
        SAMPLES);
  }

  private static void measure(Path folder) throws IOException {
    long begun = System.nanoTime();
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      long opened = System.nanoTime();
      SampleLocation last = dataset.locate(dataset.sampleCount() - 1);
      dataset.files().list().orElseThrow().load();
      long listed = System.nanoTime();
      long kept = used();
      long walking = System.nanoTime();
      long samples = 0;
      for (Shard shard : dataset.shards()) {
        samples += shard.sampleCount();
      }
      long walked = System.nanoTime();
      System.out.printf(
          "%d shards, %d samples (the last in shard %d): open %.3f s, list of all %.3f s, %.0f MiB"
              + " kept; each shard handed out %.3f s%n",
          dataset.shards().size(),
          samples,
          last.shard(),
          (opened - begun) / NANOS,
          (listed - opened) / NANOS,
          kept / MIB,
          (walked - walking) / NANOS);
    }
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
