package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.JpegSession;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.Frame;
import io.pcr.format.internal.jpeg.MarkerScanner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An image gets the same scans on a machine of another kind: an aarch64 that QEMU makes up. It has
 * no libjpeg, so it is given coefficients.
 */
class OtherMachineTest {
  private static final String PROGRAM = "jpeg_choice_alone.cpp";
  private static final int PHOTOS = 12;
  private static final Pattern SAID =
      Pattern.compile("[1-9]\\d* images, [1-9]\\d* scans, digest [0-9a-f]{16}\n");

  // Behind the compiler's own: headers of libjpeg do not depend on the machine, as far as they go.
  private static final List<String> HEADERS =
      List.of("-idirafter", "/usr/include", "-idirafter", "/usr/include/x86_64-linux-gnu");

  @TempDir Path folder;

  @Test
  @Tag("long")
  void imagesGetTheSameScansOnAarch64() throws Exception {
    List<byte[]> images = images();
    String here = say("g++", List.of("-O3"), List.of(), images);
    List<String> runner = List.of("qemu-aarch64");
    for (String level : List.of("-O0", "-O3")) {
      assertEquals(
          here, say("aarch64-linux-gnu-g++", List.of("-static", level), runner, images), level);
    }
  }

  private String say(
      String compiler, List<String> options, List<String> runner, List<byte[]> images)
      throws Exception {
    List<String> all = Stream.of(HEADERS, options).flatMap(List::stream).toList();
    Path own = Files.createTempDirectory(folder, "program");
    String said = GlueProgram.compileAlone(compiler, PROGRAM, all, own).runBy(runner, images);
    assertTrue(SAID.matcher(said).matches(), said);
    return said;
  }

  private static List<byte[]> images() throws PcrException {
    List<byte[]> images = new ArrayList<>();
    for (Corpus.Photo photo : Corpus.some(PHOTOS)) {
      images.add(coefficients(photo.jpeg(), photo.name()));
    }
    images.add(coefficients(JpegFixtures.inks(1, 200, 150, true), "inks"));
    images.add(coefficients(JpegFixtures.flatGrey(64, 64), "grey"));
    return images;
  }

  /** The frame in numbers of 32 bits, then what a session makes of the image. */
  private static byte[] coefficients(byte[] jpeg, String name) throws PcrException {
    ByteBuffer file = ByteBuffer.wrap(jpeg);
    Frame frame = MarkerScanner.scan(file, name).frame();
    try (JpegSession session = new JpegSession(Limits.DEFAULT)) {
      ByteBuffer direct = ByteBuffer.allocateDirect(jpeg.length).put(jpeg).flip();
      return session.coefficients(List.of(direct), name, () -> joined(frame, session.outputView()));
    }
  }

  private static byte[] joined(Frame frame, ByteBuffer read) {
    List<Integer> numbers =
        new ArrayList<>(List.of(frame.width(), frame.height(), frame.components().size()));
    for (Frame.Component component : frame.components()) {
      numbers.add(component.horizontalSampling());
      numbers.add(component.verticalSampling());
    }
    ByteBuffer all =
        ByteBuffer.allocate(Integer.BYTES * numbers.size() + read.remaining())
            .order(ByteOrder.nativeOrder());
    numbers.forEach(all::putInt);
    return all.put(read).array();
  }
}
