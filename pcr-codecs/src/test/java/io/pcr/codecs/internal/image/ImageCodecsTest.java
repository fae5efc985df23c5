package io.pcr.codecs.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ImageCodecsTest {
  private static Set<MediaType> decoded() {
    Set<MediaType> decoded = EnumSet.noneOf(MediaType.class);
    for (MediaType type : MediaType.values()) {
      if (ImageCodecs.format(type).isPresent()) {
        decoded.add(type);
      }
    }
    return decoded;
  }

  @Test
  void eachFormatStandsUnderItsOwnTypeAndHasACodec() {
    ImageCodecs codecs = ImageCodecs.of(Limits.DEFAULT);
    for (MediaType type : MediaType.values()) {
      Optional<ImageFormat> format = ImageCodecs.format(type);
      assertEquals(format.isPresent(), codecs.find(type).isPresent(), type.name());
      format.ifPresent(found -> assertEquals(type, found.type()));
    }
  }

  @Test
  void everyEncodingOfALiquidShardIsDecodedAndEncoded() {
    for (Encoding encoding : Encoding.values()) {
      if (encoding.isLiquid() && encoding != Encoding.JPEG) {
        MediaType type = encoding.mediaType().orElseThrow();
        ImageFormat format = ImageCodecs.format(type).orElseThrow();
        assertTrue(format.lossless().isPresent(), encoding.name());
      }
    }
  }

  @Property(tries = 60)
  void pixelsComeBackFromEveryFormat(
      @ForAll @IntRange(min = 1, max = 40) int width,
      @ForAll @IntRange(min = 1, max = 40) int height,
      @ForAll boolean isGrey,
      @ForAll int seed)
      throws PcrException {
    PixelFormat layout = isGrey ? PixelFormat.GREY : PixelFormat.RGB;
    byte[] pixels = new byte[(int) layout.imageBytes(width, height)];
    new Random(seed).nextBytes(pixels);
    ImageCodecs codecs = ImageCodecs.of(Limits.DEFAULT);
    for (MediaType type : decoded()) {
      LosslessEncoder encoder = ImageCodecs.format(type).orElseThrow().lossless().orElseThrow();
      long room = encoder.maxLength(width, height, layout);
      ByteBuffer file = ByteBuffer.allocateDirect((int) room);
      encoder.encode(ByteBuffer.wrap(pixels), width, height, layout, file);
      assertEquals(Optional.of(type), MediaType.sniff(file.flip()));
      ImageCodec codec = codecs.find(type).orElseThrow();
      ImageInfo info = codec.info(file, "made");
      assertEquals(width, info.width());
      assertEquals(height, info.height());
      ByteBuffer out = ByteBuffer.allocateDirect(pixels.length);
      codec.decode(file, "made", layout, out);
      assertEquals(ByteBuffer.wrap(pixels), out.flip(), type.name());
    }
  }

  @Test
  void limitsAreThoseThatTheCodecsWereMadeFor() throws PcrException {
    ImageCodecs tight = ImageCodecs.of(Limits.DEFAULT.withPixels(5));
    for (MediaType type : decoded()) {
      LosslessEncoder encoder = ImageCodecs.format(type).orElseThrow().lossless().orElseThrow();
      ByteBuffer file = ByteBuffer.allocateDirect((int) encoder.maxLength(3, 2, PixelFormat.RGB));
      encoder.encode(ByteBuffer.allocate(18), 3, 2, PixelFormat.RGB, file);
      file.flip();
      PcrException.LimitExceeded e =
          assertThrows(
              PcrException.LimitExceeded.class,
              () -> tight.find(type).orElseThrow().info(file, "six pixels"));
      assertEquals(Limit.PIXELS, e.limit(), type.name());
      assertEquals(6, e.needed());
      assertEquals(5, e.allowed());
    }
  }
}
