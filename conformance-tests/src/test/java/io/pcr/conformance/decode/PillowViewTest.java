package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.Corpus;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.programme.Programme;
import io.pcr.format.quality.ViewSize;
import io.pcr.reader.internal.quality.ModelView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What quality is measured on at a model's size is what Pillow makes of the same picture. */
class PillowViewTest {
  private static final String PROGRAM =
      """
      import hashlib, sys
      from PIL import Image
      for line in sys.stdin:
          resize, crop, path = line.rstrip("\\n").split(" ", 2)
          resize, crop = int(resize), int(crop)
          with Image.open(path) as image:
              width, height = image.size
              shorter = min(width, height)
              width, height = resize * width // shorter, resize * height // shorter
              image = image.resize((width, height), Image.BILINEAR)
              left, top = round((width - crop) / 2), round((height - crop) / 2)
              image = image.crop((left, top, left + crop, top + crop))
              print(hashlib.sha256(image.tobytes()).hexdigest())
      """;

  private static final List<ViewSize> SIZES =
      List.of(ViewSize.MODEL_224, new ViewSize(342, 299), new ViewSize(72, 64));

  @TempDir private Path folder;

  @Test
  void aFewPhotosAtTheSizeOfAModelArePillows() throws Exception {
    compare(4);
  }

  @Test
  @Tag("long")
  void allPhotosAtTheSizeOfAModelArePillows() throws Exception {
    compare(Corpus.SIZE);
  }

  private void compare(int photos) throws Exception {
    List<String> lines = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    try (OurPixels ours = new OurPixels()) {
      for (Corpus.Photo photo : Corpus.some(photos)) {
        Picture picture = ours.decode(photo.jpeg(), DecodeOptions.rgb());
        Path file = write(picture, expected.size());
        for (ViewSize size : SIZES) {
          lines.add(size.resize() + " " + size.crop() + " " + file);
          expected.add(Sha256.of(view(picture, size)).toString());
        }
      }
    }
    assertEquals(expected, Pillow.run(folder, PROGRAM, lines));
    Programme.PEERS.passed("Pillow: photographs at the size of a model", expected.size());
  }

  /** As PPM, which both programs take for the same pixels. */
  private Path write(Picture picture, int number) throws Exception {
    String head = "P6 " + picture.width() + " " + picture.height() + " 255\n";
    ByteBuffer file = ByteBuffer.allocate(head.length() + picture.pixels().length);
    file.put(head.getBytes(StandardCharsets.US_ASCII)).put(picture.pixels());
    return Files.write(folder.resolve(number + ".ppm"), file.array());
  }

  private static ByteBuffer view(Picture picture, ViewSize size) {
    ByteBuffer pixels = ByteBuffer.wrap(picture.pixels());
    ByteBuffer out =
        ByteBuffer.allocate((int) PixelFormat.RGB.imageBytes(size.crop(), size.crop()));
    new ModelView(size).of(pixels, picture.width(), picture.height(), out);
    return out.flip();
  }
}
