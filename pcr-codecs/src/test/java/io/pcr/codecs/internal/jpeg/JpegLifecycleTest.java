package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JpegLifecycleTest {
  private static final ByteBuffer JPEG = ByteBuffer.wrap(JpegFixtures.baseline(40, 30));

  @Test
  void closedCodecsRefuseAndCloseAgain() throws Exception {
    JpegTranscoder transcoder = transcoder();
    JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT);
    JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT);
    JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT);
    ByteBuffer made = transcoder.transcode(JPEG, "open").jpeg();
    for (int i = 0; i < 2; i++) {
      transcoder.close();
      reencoder.close();
      decoder.close();
      encoder.close();
    }
    assertTrue(made.remaining() > 100 && made.get(0) == (byte) 0xFF, "the view is still readable");
    ByteBuffer pixels = ByteBuffer.allocateDirect(40 * 30 * 3);
    assertThrows(AlreadyClosedException.class, () -> transcoder.transcode(JPEG, "closed"));
    assertThrows(
        AlreadyClosedException.class,
        () -> reencoder.reencode(List.of(JPEG), List.of(JPEG), 100, "closed"));
    assertThrows(
        AlreadyClosedException.class,
        () -> decoder.decode(JPEG, DecodeOptions.rgb(), pixels, "closed"));
    assertThrows(AlreadyClosedException.class, () -> decoder.inspect(List.of(JPEG), "closed"));
    assertThrows(
        AlreadyClosedException.class,
        () ->
            encoder.encode(pixels, new ImageInfo(40, 30, 3), EncodeOptions.quality(80), "closed"));
  }

  @Test
  void secondThreadIsRefusedAndHarmsNothing() throws Exception {
    ByteBuffer large = ByteBuffer.wrap(JpegFixtures.baseline(600, 400));
    AtomicInteger done = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    try (JpegTranscoder transcoder = transcoder()) {
      int length = transcoder.transcode(large, "first").jpeg().remaining();
      Runnable work =
          () -> {
            for (int i = 0; i < 20; i++) {
              try {
                transcoder.transcode(large, "shared");
                done.incrementAndGet();
              } catch (PcrException e) {
                throw new AssertionError(e);
              } catch (IllegalStateException e) {
                refused.incrementAndGet();
              }
            }
          };
      Thread other = new Thread(work);
      other.start();
      work.run();
      other.join();
      assertEquals(40, done.get() + refused.get());
      assertEquals(length, transcoder.transcode(large, "last").jpeg().remaining());
    }
  }

  @Test
  void forgottenCodecsAreCleanedUp() throws Exception {
    for (int i = 0; i < 2000; i++) {
      new JpegDecoder(Limits.DEFAULT).inspect(List.of(JPEG), "forgotten");
    }
    System.gc();
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      assertEquals(40, decoder.inspect(List.of(JPEG), "kept").width());
    }
  }

  private static JpegTranscoder transcoder() {
    return new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), TranscodeOptions.DEFAULT);
  }
}
