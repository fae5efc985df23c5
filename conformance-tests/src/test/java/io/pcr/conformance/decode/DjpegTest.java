package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.Corpus;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.JpegDecoder;
import io.pcr.codecs.jpeg.JpegTranscoder;
import io.pcr.codecs.jpeg.TranscodeOptions;
import io.pcr.codecs.jpeg.Transcoded;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.programme.Programme;
import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Our pixels are those of libjpeg-turbo's own programs at every fidelity. djpeg cannot leave block
 * smoothing off, but what jpegtran makes sequential is not smoothed: it has the same coefficients.
 */
class DjpegTest {
  private static final ByteBuffer PIXELS = ByteBuffer.allocateDirect(64 << 20);

  @TempDir private Path folder;

  private int compared;

  @Test
  void aFewPhotosDecodeToTheSamePixelsAtEveryFidelity() throws Exception {
    compare(6);
  }

  @Test
  @Tag("long")
  void allPhotosDecodeToTheSamePixelsAtEveryFidelity() throws Exception {
    compare(Corpus.SIZE);
  }

  private void compare(int photos) throws Exception {
    ScanScripts scripts = ScanScripts.named(ScanScripts.DEFAULT);
    try (JpegTranscoder transcoder = new JpegTranscoder(scripts, TranscodeOptions.DEFAULT);
        JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      for (Corpus.Photo photo : Corpus.some(photos)) {
        Transcoded transcoded = transcoder.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name());
        boolean grey = transcoded.info().colorClass() == ColorClass.GREY;
        ByteBuffer jpeg = transcoded.jpeg();
        for (int group = 1; group <= scripts.groupCount(); group++) {
          byte[] partial = new byte[transcoded.prefixLength(group) + 2];
          jpeg.get(0, partial, 0, partial.length - 2);
          partial[partial.length - 2] = (byte) 0xFF;
          partial[partial.length - 1] = (byte) 0xD9;
          assertSamePixels(decoder, partial, grey, photo.name() + " at fidelity " + group);
        }
      }
    }
    assertTrue(compared >= photos);
    Programme.PEERS.passed("djpeg: photographs at each fidelity, smoothing off and on", compared);
  }

  private void assertSamePixels(JpegDecoder decoder, byte[] jpeg, boolean grey, String what)
      throws Exception {
    Path progressive = Files.write(folder.resolve("progressive.jpg"), jpeg);
    Path sequential = folder.resolve("sequential.jpg");
    run("jpegtran", "-outfile", sequential.toString(), progressive.toString());
    DecodeOptions options = grey ? DecodeOptions.grey() : DecodeOptions.rgb();
    assertArrayEquals(djpeg(sequential), decode(decoder, jpeg, options), what);
    assertArrayEquals(
        djpeg(progressive),
        decode(decoder, jpeg, options.withBlockSmoothing(true)),
        what + ", smoothed");
    compared += 2;
  }

  private static byte[] decode(JpegDecoder decoder, byte[] jpeg, DecodeOptions options)
      throws IOException {
    PIXELS.clear();
    var image = decoder.decode(ByteBuffer.wrap(jpeg), options, PIXELS, "photo");
    byte[] bytes = new byte[image.width() * image.height() * options.format().channels()];
    PIXELS.get(0, bytes);
    return bytes;
  }

  /** The pixels of the PNM file that djpeg writes. */
  private byte[] djpeg(Path jpeg) throws Exception {
    Path output = folder.resolve("pixels.pnm");
    run("djpeg", "-pnm", "-outfile", output.toString(), jpeg.toString());
    byte[] file = Files.readAllBytes(output);
    int at = 0;
    for (int lines = 0; lines < 3; at++) {
      lines += file[at] == '\n' ? 1 : 0;
    }
    return Arrays.copyOfRange(file, at, file.length);
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + said);
  }
}
