package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program that transcodes, restores and decodes good, truncated and bit-flipped files for as long
 * as it is told, and prints its resident memory as it goes. A process of its own, so that nothing
 * else counts.
 */
final class JpegSoak {
  static final int REPORTS = 10;

  private static final int PHOTOS = 20;
  private static final int ROOM = 1 << 23;

  private final Random random = new Random(11);
  private final ByteBuffer input = ByteBuffer.allocateDirect(ROOM);
  private final ByteBuffer pixels = ByteBuffer.allocateDirect(ROOM);
  private int transcoded;
  private int exact;
  private int restored;
  private int decoded;
  private int refused;

  private JpegSoak() {}

  /** Arguments: how many rounds. */
  public static void main(String[] args) throws IOException {
    new JpegSoak().run(Integer.parseInt(args[0]));
  }

  private void run(int rounds) throws IOException {
    List<byte[]> files = new ArrayList<>(JpegFixtures.sound().values());
    Corpus.some(PHOTOS).forEach(photo -> files.add(photo.jpeg()));
    try (JpegTranscoder transcoder =
            new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), TranscodeOptions.DEFAULT);
        JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT);
        JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      for (int round = 1; round <= rounds; round++) {
        damage(files.get(random.nextInt(files.size())));
        transcodeAndRestore(transcoder, reencoder);
        decode(decoder);
        if (round % (rounds / REPORTS) == 0) {
          System.out.println("rss " + residentKib());
        }
      }
    }
    System.out.printf(
        "%d transcoded (%d exactly reproducible, %d restored), %d decoded, %d refused%n",
        transcoded, exact, restored, decoded, refused);
  }

  /** A third stays good, a third is cut, a third has some bits flipped. */
  private void damage(byte[] file) {
    int kind = random.nextInt(3);
    int length = kind == 1 ? random.nextInt(file.length) : file.length;
    input.clear().put(file, 0, length).flip();
    int flips = kind == 2 ? 1 + random.nextInt(8) : 0;
    for (int i = 0; i < flips; i++) {
      int at = random.nextInt(length);
      input.put(at, (byte) (input.get(at) ^ (1 << random.nextInt(8))));
    }
  }

  private void transcodeAndRestore(JpegTranscoder transcoder, JpegReencoder reencoder) {
    try {
      Transcoded made = transcoder.transcode(input, "soak");
      transcoded++;
      if (made.reproduction().isExact()) {
        exact++;
        List<ByteBuffer> segments = made.reproduction().segments(input);
        ByteBuffer back =
            reencoder.reencode(List.of(made.jpeg()), segments, input.remaining(), "soak");
        if (!back.equals(input)) {
          throw new AssertionError("restored something else");
        }
        restored++;
      }
    } catch (PcrException e) {
      refused++;
    }
  }

  private void decode(JpegDecoder decoder) {
    try {
      decoder.decode(input, DecodeOptions.rgb(), pixels.clear(), "soak");
      decoded++;
    } catch (PcrException e) {
      refused++;
    }
  }

  private static long residentKib() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("no VmRSS");
  }
}
