package io.pcr.loader;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/**
 * A rank as a process: prints the keys of each batch, and of each epoch what came from the cache.
 */
public final class RankProcess {
  private RankProcess() {}

  /** The options of a rank of a run of two. */
  static LoaderOptions options(int rank, long bytes, Path folder) {
    return LoaderOptions.builder()
        .batch(2)
        .lanes(2)
        .window(4)
        .rank(rank, 2)
        .seed(9)
        .keys(true)
        .readThreads(2)
        .threads(1)
        .memory(64 << 20)
        .cache(LoaderCache.minio(bytes, folder))
        .transform(new Transform.Resized(new ResizeShape(8, 8, PixelFormat.RGB, false, true)))
        .build();
  }

  /** The command that starts one; its cache is in the folder {@code cache} of another. */
  static List<String> command(Path dataset, int rank, long bytes, Path folder, int epochs) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx128m",
        "-XX:TieredStopAtLevel=1",
        "-Dorg.bytedeco.javacpp.cachedir="
            + System.getProperty("org.bytedeco.javacpp.cachedir", ""),
        "-cp",
        System.getProperty("java.class.path"),
        RankProcess.class.getName(),
        dataset.toString(),
        Integer.toString(rank),
        Long.toString(bytes),
        folder.resolve("cache").toString(),
        Integer.toString(epochs));
  }

  /**
   * Reads.
   *
   * @param args dataset, rank, bytes of the cache, its folder, number of epochs; and maybe how long
   *     a file may become once the dataset is open and native libraries are unpacked
   */
  public static void main(String[] args) throws Exception {
    LoaderOptions options =
        options(Integer.parseInt(args[1]), Long.parseLong(args[2]), Path.of(args[3]));
    ReaderOptions reading =
        ReaderOptions.builder().notices(said -> System.out.println("notice " + said)).build();
    try (PcrDataset dataset = PcrDataset.open(Path.of(args[0]), reading)) {
      if (args.length > 5) {
        limitFiles(args[5]);
      }
      run(dataset, options, Integer.parseInt(args[4]));
    }
  }

  private static void limitFiles(String bytes) throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + bytes).inheritIO().start().waitFor();
  }

  private static void run(PcrDataset dataset, LoaderOptions options, int epochs)
      throws IOException {
    try (Loader loader = Loader.open(List.of(LoaderPart.of(dataset)), options)) {
      for (int epoch = 0; epoch < epochs; epoch++) {
        long before = loader.statistics().cacheHits();
        TreeSet<String> seen = new TreeSet<>();
        for (long batch = 0; batch < loader.batches(); batch++) {
          seen.addAll(LoaderFixture.keys(loader.next()));
          System.out.println("batch");
        }
        System.out.println("keys " + String.join(",", seen));
        System.out.println("hits " + (loader.statistics().cacheHits() - before));
      }
    }
  }
}
