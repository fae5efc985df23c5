package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Corpus;
import io.pcr.codecs.internal.jpeg.JpegCoefficients;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.internal.encode.ScanTranscoders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole way through a dataset costs a photograph no coefficient, and changes no byte. */
class CorpusLosslessTest {
  @TempDir private Path folder;

  // Covers T14, G-5
  @Test
  void everyPhotographKeepsItsCoefficientsAndIsReadAsItWasMade() throws IOException {
    List<Corpus.Photo> photos = Corpus.photos();
    PcrWriterOptions options = PcrWriterOptions.DEFAULT;
    try (PcrWriter writer = PcrWriter.create(folder, options)) {
      for (Corpus.Photo photo : photos) {
        writer.add(PcrSample.of(photo.name(), photo.jpeg()));
      }
      writer.finish();
    }
    TranscodeOptions transcode =
        TranscodeOptions.DEFAULT.withMarkers(options.encode().markers()).withReproduce(false);
    try (PcrDataset dataset = PcrDataset.open(folder);
        JpegTranscoder transcoder = ScanTranscoders.of(options.encode().scans(), transcode)) {
      for (Corpus.Photo photo : photos) {
        Sample sample = dataset.sample(photo.name(), Fidelity.FULL);
        assertEquals(Encoding.PROGRESSIVE_JPEG, sample.encoding(), photo.name());
        ByteBuffer original = ByteBuffer.wrap(photo.jpeg());
        assertEquals(coefficients(original), coefficients(sample.jpeg()), photo.name());
        ByteBuffer made = transcoder.transcode(original, photo.name()).jpeg();
        assertEquals(made, sample.jpeg(), photo.name());
      }
    }
    assertTrue(photos.size() >= Corpus.SIZE, photos.size() + " photographs");
    Programme.T14.passed("in a dataset and out of it", photos.size());
  }

  private static JpegCoefficients coefficients(ByteBuffer jpeg) throws IOException {
    return JpegCoefficients.read(List.of(jpeg.duplicate()), Limits.DEFAULT, "coefficients");
  }
}
