package io.pcr.conformance.hostile;

import com.sun.management.OperatingSystemMXBean;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.conformance.probe.Probe;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Meets files that would cost far more than they are: {@code java -Xmx64m … BombProgram <scratch>
 * <vectors>}. Runs as a process of its own, whose small heap is the bound that it is held to. Ends
 * with 0 only when everything was refused in time; prints how many files that were.
 */
final class BombProgram {
  private static final long MAX_CPU_NANOS = 2_000_000_000L;
  private static final int MIB = 1 << 20;

  /** Longer than any record may be. */
  private static final long RECORD_BYTES = 300L * MIB;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Path scratch;
  private int refused;

  private BombProgram(Path scratch) {
    this.scratch = scratch;
  }

  public static void main(String[] arguments) throws Exception {
    BombProgram program = new BombProgram(Path.of(arguments[0]));
    program.images();
    program.records();
    program.vectors(Path.of(arguments[1]));
    System.out.println("refused " + program.refused);
  }

  /** A step that has to end without having cost much. */
  private interface Step {
    boolean refuses() throws Exception;
  }

  private void refuses(String what, Step step) throws Exception {
    long begun = SYSTEM.getProcessCpuTime();
    if (!step.refuses()) {
      throw new AssertionError(what + " was taken");
    }
    long nanos = SYSTEM.getProcessCpuTime() - begun;
    if (nanos > MAX_CPU_NANOS) {
      throw new AssertionError(what + " took " + nanos + " ns of CPU");
    }
    refused++;
  }

  private static Map<String, byte[]> bombs() {
    Map<String, byte[]> bombs = new LinkedHashMap<>();
    bombs.put("scans.jpg", JpegFixtures.scanBomb(400, 300));
    bombs.put("runs.jpg", JpegFixtures.endOfBandRunBomb());
    bombs.put("pixels.jpg", JpegFixtures.pixelBomb());
    bombs.put("wide.jpg", JpegFixtures.tooWide());
    bombs.put("markers.jpg", markers());
    bombs.put("pixels.png", pngHeader(1 << 30, 1 << 30));
    return bombs;
  }

  /** A start of image, and a million markers without a length. */
  private static byte[] markers() {
    ByteBuffer jpeg = ByteBuffer.allocate(2 * MIB).putShort((short) 0xFFD8);
    while (jpeg.hasRemaining()) {
      jpeg.putShort((short) 0xFF01);
    }
    return jpeg.array();
  }

  private static byte[] pngHeader(int width, int height) {
    ByteBuffer png = ByteBuffer.allocate(33).putLong(0x89504E470D0A1A0AL).putInt(13);
    png.putInt(0x49484452).putInt(width).putInt(height).put(new byte[] {8, 2, 0, 0, 0});
    CRC32 crc = new CRC32();
    crc.update(png.array(), 12, 17);
    return png.putInt((int) crc.getValue()).array();
  }

  /** Each by itself, so that it is known which one costs; what is refused is in the rejects. */
  private void images() throws Exception {
    for (Map.Entry<String, byte[]> bomb : bombs().entrySet()) {
      Path source = Files.createDirectories(scratch.resolve("in-" + bomb.getKey()));
      Files.write(source.resolve(bomb.getKey()), bomb.getValue());
      Path out = scratch.resolve("out-" + bomb.getKey());
      refuses(
          bomb.getKey(),
          () -> {
            ConversionOptions options =
                ConversionOptions.builder(FolderSourceOptions.of(source), out).threads(1).build();
            // What can be no progressive JPEG is stored as it is: nothing was spent on its pixels.
            return Conversion.convert(options, ConversionListener.SILENT).rejects() == 1
                || Files.size(out.resolve("part-00000.pcr")) < bomb.getValue().length + 2000;
          });
    }
  }

  private void records() throws Exception {
    for (String suffix : List.of(".tfrecord.gz", ".tfrecord.zlib")) {
      Path file = scratch.resolve("zeros" + suffix);
      try (OutputStream out = compressed(file, suffix)) {
        ByteBuffer header = ByteBuffer.allocate(TfRecordLayout.DATA_OFFSET);
        RecordFraming.putHeader(header, RECORD_BYTES);
        out.write(header.array());
        byte[] zeros = new byte[MIB];
        for (long at = 0; at < RECORD_BYTES; at += MIB) {
          out.write(zeros);
        }
      }
      byte[] bytes = Files.readAllBytes(file);
      refuses(suffix, () -> probe(file.toString(), bytes).contains("LIMIT_EXCEEDED"));
    }
  }

  private static OutputStream compressed(Path file, String suffix) throws IOException {
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
    return suffix.endsWith("gz") ? new GZIPOutputStream(out) : new DeflaterOutputStream(out);
  }

  private static String probe(String name, byte[] bytes) throws IOException {
    return Probe.probe(name, bytes, OptionalInt.empty()).json();
  }

  /**
   * What vectors declare, in counts, lengths, windows and offsets. Those that are whole by
   * themselves, as manifests of shards or containers of images, are left to others.
   */
  private void vectors(Path folder) throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files =
          all.filter(file -> file.getFileName().toString().matches("(bad|unsupported)-.*"))
              .filter(
                  file ->
                      !file.getFileName()
                          .toString()
                          .matches("(bad|unsupported)-(image|dataset)-.*"))
              .filter(file -> !file.toString().endsWith(".json"))
              .sorted()
              .toList();
    }
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      refuses(file.toString(), () -> probe(file.toString(), bytes).contains("\"error\""));
    }
  }
}
