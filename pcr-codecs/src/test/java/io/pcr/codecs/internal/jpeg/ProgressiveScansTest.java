package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Corpus.Photo;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.format.script.ScanScripts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Our reader of progressive scans beside libjpeg's own: on any bytes the same pixels, coefficients,
 * warnings, errors and offsets.
 */
class ProgressiveScansTest {
  private static final String PROGRAM = "jpeg_scans.cpp";
  private static final String WHOLE = "whole";
  private static final List<String> OPTIMIZED = List.of("-O2");
  private static final byte[] END_OF_IMAGE = {(byte) 0xFF, (byte) JpegSurgery.EOI};
  private static final int LARGEST_FILE = 20_000;
  private static final int FEW_PHOTOS = 4;
  private static final int ROUNDS = 10_000;
  private static final int LONG_ROUNDS = 100_000;

  /** In which the program decodes a whole file: four scales, all of the image and a part. */
  private static final int WAYS = 8;

  // More blocks than differences of 32767 fit into 31 bits.
  private static final int OVERFLOWING_WIDTH = 2048;
  private static final int OVERFLOWING_HEIGHT = 2064;

  @TempDir Path folder;

  @Test
  void photographsAtEachGroupAreAsLibjpegReadsThem() throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, OPTIMIZED, folder);
    List<byte[]> files = new ArrayList<>();
    for (Photo photo : Corpus.some(FEW_PHOTOS)) {
      files.addAll(groupsOf(photo.jpeg(), photo.name()));
    }
    assertAllDecoded(program, files);
  }

  @Test
  void changedFilesAreAsLibjpegReadsThem() throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, OPTIMIZED, folder);
    compareChanged(program, ROUNDS);
  }

  @Test
  void brightnessThatOverflowsIsAnErrorAtLibjpegsOffset() throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, OPTIMIZED, folder);
    byte[] file = HandMadeJpeg.growingBrightness(OVERFLOWING_WIDTH, OVERFLOWING_HEIGHT);
    String output = program.run(WHOLE, List.of(file));
    assertTrue(output.startsWith("0 decoded"), output);
  }

  @Test
  @Tag("long")
  void theWholeCorpusAtEachGroupOfEachScriptIsAsLibjpegReadsIt() throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, OPTIMIZED, folder);
    for (Photo photo : Corpus.photos()) {
      assertAllDecoded(program, groupsOf(photo.jpeg(), photo.name()));
    }
  }

  @Test
  @Tag("long")
  void changedFilesCauseNoFaultUnderSanitizers() throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, GlueProgram.SANITIZED, folder);
    compareChanged(program, LONG_ROUNDS);
  }

  private static void assertAllDecoded(GlueProgram program, List<byte[]> files) throws Exception {
    String output = program.run(WHOLE, files);
    int decoded = files.size() * WAYS;
    assertTrue(
        output.startsWith(decoded + " decoded (0 of them with warnings), 0 refused"), output);
    Programme.PEERS.passed("photographs at each group, scaled and cut, by libjpeg alone", decoded);
  }

  private static void compareChanged(GlueProgram program, int rounds) throws Exception {
    System.out.print(program.run(Integer.toString(rounds), smallFiles()));
    Programme.PEERS.passed("changed JPEGs, by libjpeg alone", rounds);
  }

  /** Every sound fixture, and what each script makes of it. */
  private static List<byte[]> smallFiles() throws PcrException {
    List<byte[]> files = new ArrayList<>();
    for (byte[] file : JpegFixtures.sound().values()) {
      if (file.length < LARGEST_FILE) {
        files.add(file);
        files.addAll(groupsOf(file, "fixture"));
      }
    }
    return files;
  }

  /** The image as each script stores it, cut behind each group. */
  private static List<byte[]> groupsOf(byte[] jpeg, String name) throws PcrException {
    List<byte[]> files = new ArrayList<>();
    for (String script : ScanScripts.names()) {
      ScanScripts scripts = ScanScripts.named(script);
      try (JpegTranscoder transcoder = new JpegTranscoder(scripts, TranscodeOptions.DEFAULT)) {
        Transcoded made = transcoder.transcode(ByteBuffer.wrap(jpeg), name);
        for (int group = 1; group <= scripts.groupCount(); group++) {
          files.add(prefix(made, group));
        }
      }
    }
    return files;
  }

  private static byte[] prefix(Transcoded made, int group) {
    byte[] bytes = new byte[made.prefixLength(group)];
    made.jpeg().get(bytes);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(bytes);
    file.writeBytes(END_OF_IMAGE);
    return file.toByteArray();
  }
}
