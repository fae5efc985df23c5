package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.internal.jpeg.Corpus.Photo;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What "lossless" promises, on real photographs where the corpus is there. */
class CorpusTranscodeTest {
  // Covers G-5, R-RESTORE-4, R-RESTORE-5
  @Test
  void everyPhotographKeepsItsCoefficientsAndComesBackByteForByte() throws Exception {
    List<Photo> photos = Corpus.photos();
    int sameCoefficients = 0;
    int exact = 0;
    int restored = 0;
    long originalBytes = 0;
    long progressiveBytes = 0;
    try (JpegTranscoder transcoder =
            new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), TranscodeOptions.DEFAULT);
        JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT)) {
      for (Photo photo : photos) {
        ByteBuffer source = ByteBuffer.wrap(photo.jpeg());
        Transcoded made = transcoder.transcode(source, photo.name());
        sameCoefficients += coefficients(source).equals(coefficients(made.jpeg())) ? 1 : 0;
        exact += made.reproduction().isExact() ? 1 : 0;
        List<ByteBuffer> segments = made.reproduction().segments(source);
        ByteBuffer back =
            reencoder.reencode(List.of(made.jpeg()), segments, photo.jpeg().length, photo.name());
        restored += back.equals(source) ? 1 : 0;
        originalBytes += photo.jpeg().length;
        progressiveBytes += made.jpeg().remaining();
      }
    }
    System.out.printf(
        "%d photographs (%s): coefficients and tables the same in %d, source reproduced in %d,"
            + " restored in %d; %d -> %d bytes%n",
        photos.size(),
        Corpus.isReal() ? "ImageNet" : "synthetic",
        sameCoefficients,
        exact,
        restored,
        originalBytes,
        progressiveBytes);
    assertEquals(photos.size(), sameCoefficients);
    assertEquals(photos.size(), exact);
    assertEquals(photos.size(), restored);
    Programme.T14.passed("transcoded: coefficients and tables", sameCoefficients);
    Programme.T14.passed("re-encoded: the original file", restored);
  }

  private static JpegCoefficients coefficients(ByteBuffer jpeg) throws PcrException {
    return JpegCoefficients.read(List.of(jpeg), Limits.DEFAULT, "coefficients");
  }
}
