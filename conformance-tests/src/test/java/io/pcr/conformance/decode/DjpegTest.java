package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Corpus;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.format.ColorClass;
import io.pcr.format.programme.Programme;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our pixels are those of libjpeg-turbo's own programs at every fidelity. */
class DjpegTest {
  @TempDir private Path folder;

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
    ScanScripts scripts = ScanScripts.named(ScanScripts.LIBJPEG);
    int compared = 0;
    LibjpegPrograms djpeg = new LibjpegPrograms(folder);
    try (JpegTranscoder transcoder = new JpegTranscoder(scripts, TranscodeOptions.DEFAULT);
        OurPixels ours = new OurPixels()) {
      for (Corpus.Photo photo : Corpus.some(photos)) {
        Transcoded transcoded = transcoder.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name());
        boolean grey = transcoded.info().colorClass() == ColorClass.GREY;
        ByteBuffer jpeg = transcoded.jpeg();
        for (int group = 1; group <= scripts.groupCount(); group++) {
          byte[] partial = new byte[transcoded.prefixLength(group) + 2];
          jpeg.get(0, partial, 0, partial.length - 2);
          partial[partial.length - 2] = (byte) 0xFF;
          partial[partial.length - 1] = (byte) 0xD9;
          String what = photo.name() + " at fidelity " + group;
          assertArrayEquals(djpeg.unsmoothed(partial), ours.of(partial, grey, false), what);
          assertArrayEquals(djpeg.smoothed(partial), ours.of(partial, grey, true), what);
          compared += 2;
        }
      }
    }
    assertTrue(compared >= photos);
    Programme.PEERS.passed("djpeg: photographs at each fidelity, smoothing off and on", compared);
  }
}
