package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.jpeg.Corpus.Photo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The codecs beside the same loops in C, over the same files. Both sides take turns, and the
 * fastest pass of each counts, in CPU time, so that other load on the machine does not. Arguments:
 * the folder of {@code jpeg_loop.c} and {@code reference.scans}, how many turns, and {@code
 * threads} for the last part alone.
 */
final class JpegBench {
  private static final int PASSES = 3;
  private static final int ROOM = 1 << 24;

  /** What is done with all files once. */
  private interface Pass {
    long run() throws PcrException;
  }

  private final List<ByteBuffer> sources = new ArrayList<>();
  private final List<ByteBuffer> progressive = new ArrayList<>();
  private final Path work;
  private final Path program;
  private final Path scripts;
  private final ScanScripts reference;

  private JpegBench(Path cFolder) throws IOException, InterruptedException {
    work = Files.createTempDirectory("jpeg-bench");
    program = work.resolve("jpeg_loop");
    scripts = work.resolve("scripts");
    reference = ScanScripts.parse(Files.readString(cFolder.resolve("reference.scans")));
    run(
        List.of(
            "gcc",
            "-O3",
            cFolder.resolve("jpeg_loop.c").toString(),
            "-ljpeg",
            "-o",
            program.toString()));
    try (JpegTranscoder transcoder = transcoder(false)) {
      for (Photo photo : Corpus.photos()) {
        ByteBuffer source = direct(ByteBuffer.wrap(photo.jpeg()));
        sources.add(source);
        progressive.add(direct(transcoder.transcode(source, photo.name()).jpeg()));
      }
    }
    Files.writeString(scripts, scriptLines());
  }

  public static void main(String[] args) throws IOException, InterruptedException, PcrException {
    JpegBench bench = new JpegBench(Path.of(args[0]));
    int turns = Integer.parseInt(args[1]);
    boolean threadsOnly = args.length > 2 && args[2].equals("threads");
    try {
      if (!threadsOnly) {
        bench.compareAll(turns);
      }
      bench.twoThreads("decode progressive", turns, () -> decodePass(bench.progressive));
      bench.twoThreads("transcode", turns, () -> bench.transcodePass(bench.sources, false));
    } finally {
      bench.removeFiles();
    }
  }

  private void compareAll(int turns) throws IOException, InterruptedException, PcrException {
    compare("decode baseline", "decode", sources, turns, decodePass(sources));
    compare("decode progressive", "decode", progressive, turns, decodePass(progressive));
    compare("transcode", "transcode", sources, turns, transcodePass(sources, false));
    compare("transcode and reproduce", "transcode", sources, turns, transcodePass(sources, true));
  }

  private void removeFiles() throws IOException {
    try (Stream<Path> files = Files.list(work)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(work);
  }

  private void compare(String name, String command, List<ByteBuffer> files, int turns, Pass pass)
      throws IOException, InterruptedException, PcrException {
    List<String> call = new ArrayList<>();
    call.addAll(List.of(program.toString(), command, Integer.toString(PASSES), scripts.toString()));
    for (int i = 0; i < files.size(); i++) {
      Path file = work.resolve(name.replace(' ', '-') + "-" + i + ".jpg");
      byte[] bytes = new byte[files.get(i).remaining()];
      files.get(i).duplicate().get(bytes);
      call.add(Files.write(file, bytes).toString());
    }
    long c = Long.MAX_VALUE;
    long java = Long.MAX_VALUE;
    for (int turn = 0; turn < turns; turn++) {
      c = Math.min(c, Long.parseLong(run(call).split(" ", 2)[0]));
      for (int i = 0; i < PASSES; i++) {
        long start = cpuNanos();
        pass.run();
        java = Math.min(java, cpuNanos() - start);
      }
    }
    System.out.printf(
        "%-24s C %7.1f images/s, Java %7.1f images/s: %.3f%n",
        name, files.size() * 1e9 / c, files.size() * 1e9 / java, (double) c / java);
  }

  /** Makes a pass for each thread, which then has codecs of its own. */
  private interface PassFactory {
    Pass make();
  }

  private void twoThreads(String name, int turns, PassFactory factory) throws InterruptedException {
    double wall = 0;
    double cpu = 0;
    for (int turn = 0; turn < turns; turn++) {
      long[] one = times(1, factory);
      long[] two = times(2, factory);
      wall = Math.max(wall, 2.0 * one[0] / two[0]);
      cpu = Math.max(cpu, 4.0 * one[1] / two[1]);
    }
    System.out.printf(
        "%-24s two threads: %.2f times one by the clock, %.2f by CPU time%n", name, wall, cpu);
  }

  /** Wall-clock time of one pass in each thread, and their CPU time together. */
  private static long[] times(int threads, PassFactory factory) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong cpu = new AtomicLong();
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  Pass pass = factory.make();
                  pass.run();
                  ready.countDown();
                  go.await();
                  long start = cpuNanos();
                  pass.run();
                  cpu.addAndGet(cpuNanos() - start);
                } catch (PcrException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      thread.start();
      running.add(thread);
    }
    ready.await();
    long start = System.nanoTime();
    go.countDown();
    for (Thread thread : running) {
      thread.join();
    }
    return new long[] {System.nanoTime() - start, cpu.get()};
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static Pass decodePass(List<ByteBuffer> files) {
    JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT);
    ByteBuffer pixels = ByteBuffer.allocateDirect(ROOM);
    DecodeOptions options = DecodeOptions.rgb();
    return () -> {
      long bytes = 0;
      for (ByteBuffer file : files) {
        decoder.decode(file, options, pixels.clear(), "bench");
        bytes += pixels.position();
      }
      return bytes;
    };
  }

  private Pass transcodePass(List<ByteBuffer> files, boolean reproduce) {
    JpegTranscoder transcoder = transcoder(reproduce);
    return () -> {
      long bytes = 0;
      for (ByteBuffer file : files) {
        bytes += transcoder.transcode(file, "bench").jpeg().remaining();
      }
      return bytes;
    };
  }

  private JpegTranscoder transcoder(boolean reproduce) {
    return new JpegTranscoder(reference, TranscodeOptions.DEFAULT.withReproduce(reproduce));
  }

  private String scriptLines() {
    StringBuilder lines = new StringBuilder();
    for (ScanScript script : reference.scripts().values()) {
      if (script.colorClass() == ColorClass.RGB) {
        continue;
      }
      for (Scan scan : script.scans()) {
        String numbers =
            Arrays.stream(FixtureEncoder.scan(scan))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(" "));
        lines.append(script.colorClass().componentCount()).append(' ').append(numbers).append('\n');
      }
    }
    return lines.toString();
  }

  private static ByteBuffer direct(ByteBuffer bytes) {
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command.get(0) + ": " + output);
    }
    return output;
  }
}
