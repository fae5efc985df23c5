package io.pcr.benchmarks.writer;

import com.sun.management.OperatingSystemMXBean;
import io.pcr.benchmarks.c.CProgram;
import io.pcr.benchmarks.c.ScriptLines;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Converts a folder, again and again, in turns with the C loop that only transcodes the same images
 * in memory.
 *
 * <p>Arguments: {@code throughput} or {@code memory}, the folder of images, how many images to make
 * of it by repeating, a folder for work, rounds. By the clock two C processes run side by side, as
 * two threads do here; by CPU time other load on the machine counts less.
 */
public final class ConversionFigures {
  private static final int C_PROCESSES = 2;

  private final Path images;
  private final int count;
  private final Path work;
  private final CProgram program;
  private final Path scripts;

  private ConversionFigures(Path images, int count, Path work)
      throws IOException, InterruptedException {
    this.images = images;
    this.count = count;
    this.work = Files.createDirectories(work);
    program = CProgram.compile(CProgram.JPEG_LOOP, work);
    scripts = ScriptLines.write(work.resolve("scripts"));
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    ConversionFigures figures =
        new ConversionFigures(Path.of(args[1]), Integer.parseInt(args[2]), Path.of(args[3]));
    Path source = figures.repeated();
    if (args[0].equals("memory")) {
      figures.memory(source);
    } else {
      figures.throughput(source, Integer.parseInt(args[4]));
    }
  }

  /** The images, as often as it takes, under names of their own. */
  private Path repeated() throws IOException {
    Path source = work.resolve("source-" + count);
    List<Path> files = files(images);
    for (int i = 0; i < count; i++) {
      Path file = files.get(i % files.size());
      Path folder = Files.createDirectories(source.resolve(file.getParent().getFileName()));
      Path copy = folder.resolve(i / files.size() + "-" + file.getFileName());
      if (!Files.exists(copy)) {
        Files.copy(file, copy);
      }
    }
    return source;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private void throughput(Path source, int rounds) throws IOException, InterruptedException {
    List<Double> wallC = new ArrayList<>();
    List<Double> cpuC = new ArrayList<>();
    for (RestorePolicy policy : List.of(RestorePolicy.NONE, RestorePolicy.EXACT)) {
      List<Double> wall = new ArrayList<>();
      List<Double> cpu = new ArrayList<>();
      convert(source, policy);
      for (int round = 0; round < rounds; round++) {
        cLoops(wallC, cpuC);
        long startWall = System.nanoTime();
        long startCpu = processCpu();
        convert(source, policy);
        wall.add(count / ((System.nanoTime() - startWall) * 1e-9));
        cpu.add(count / ((processCpu() - startCpu) * 1e-9));
      }
      System.out.printf(
          Locale.ROOT,
          "restore %-5s  by the clock %.1f images/s, two C loops %.1f: %.3f;"
              + "  by CPU time %.1f images/s a core, C loop %.1f: %.3f%n",
          policy,
          median(wall),
          median(wallC),
          median(wall) / median(wallC),
          best(cpu),
          best(cpuC),
          best(cpu) / best(cpuC));
    }
  }

  /** Adds images per second of two loops side by side, and of one by its own CPU time. */
  private void cLoops(List<Double> wall, List<Double> cpu)
      throws IOException, InterruptedException {
    List<Path> files = files(images);
    int passes = Math.max(1, count / C_PROCESSES / files.size());
    List<String> call = new ArrayList<>();
    call.addAll(List.of("transcode", Integer.toString(passes), scripts.toString()));
    files.forEach(file -> call.add(file.toString()));
    long start = System.nanoTime();
    double startCpu = childrenCpuSeconds();
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < C_PROCESSES; i++) {
      processes.add(program.start(call));
    }
    for (Process process : processes) {
      process.getInputStream().readAllBytes();
      process.waitFor();
    }
    double images = (double) passes * files.size() * C_PROCESSES;
    wall.add(images / ((System.nanoTime() - start) * 1e-9));
    cpu.add(images / (childrenCpuSeconds() - startCpu));
  }

  /** What children that have ended took, user and system. */
  private static double childrenCpuSeconds() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    int cutime = 13;
    double ticksPerSecond = 100;
    return (Long.parseLong(fields[cutime]) + Long.parseLong(fields[cutime + 1])) / ticksPerSecond;
  }

  private void memory(Path source) throws IOException, InterruptedException {
    ConversionSummary summary = convert(source, RestorePolicy.EXACT);
    String status = Files.readString(Path.of("/proc/self/status"));
    String peak = status.lines().filter(line -> line.startsWith("VmHWM")).findFirst().orElse("");
    System.out.println(
        count
            + " images, "
            + summary.added().size()
            + " shards, "
            + summary.elapsed().toSeconds()
            + " s; peak resident "
            + peak.replaceAll("\\D+", "")
            + " kB");
  }

  private ConversionSummary convert(Path source, RestorePolicy policy)
      throws IOException, InterruptedException {
    Path out = work.resolve("out");
    delete(out);
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(source), out)
            .encode(EncodeSettings.builder().restore(policy).build())
            .build();
    ConversionSummary summary = Conversion.convert(options, ConversionListener.SILENT);
    delete(out);
    return summary;
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static long processCpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private static double best(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }
}
