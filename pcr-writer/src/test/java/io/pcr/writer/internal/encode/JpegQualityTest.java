package io.pcr.writer.internal.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JpegQualityTest {
  @Test
  void everyQualityOfLibjpegIsRecognised() throws Exception {
    ByteBuffer pixels = SyntheticPhoto.render(1, 16, 16, PixelFormat.RGB);
    ImageInfo info = new ImageInfo(16, 16, 3);
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      for (int quality = 2; quality <= 100; quality++) {
        ByteBuffer jpeg = encoder.encode(pixels, info, EncodeOptions.quality(quality), "q");
        assertEquals(OptionalInt.of(quality), JpegQuality.estimate(jpeg));
      }
    }
  }

  @Test
  void fileWithoutATableHasNoQuality() {
    assertEquals(OptionalInt.empty(), JpegQuality.estimate(ByteBuffer.wrap(new byte[0])));
    byte[] cut = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xdb, 0, 67, 0, 1, 2};
    assertEquals(OptionalInt.empty(), JpegQuality.estimate(ByteBuffer.wrap(cut)));
  }
}
