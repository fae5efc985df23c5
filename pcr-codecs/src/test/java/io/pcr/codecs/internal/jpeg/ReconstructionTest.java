package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Corpus.Photo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.format.error.PcrException;
import io.pcr.format.quality.Reconstruction;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReconstructionTest {
  private static final String PROGRAM = "jpeg_midpoint.cpp";
  private static final String WHOLE = "whole";
  private static final int LARGEST_FILE = 20_000;
  private static final int FEW_PHOTOS = 6;
  private static final DecodeOptions MIDPOINT =
      DecodeOptions.rgb().withReconstruction(Reconstruction.MIDPOINT);
  private static final ScanTargets TARGETS =
      ScanTargets.ofQualities(List.of(.90, .95, .98), Preference.BYTES);
  private static final Pattern COMPARED =
      Pattern.compile("(\\d+) prefixes alike, (\\d+) with all bits, (\\d+) beyond a file\n");

  @TempDir Path folder;

  @Test
  void prefixesShowWhatAFileSaysThatHasTheMiddlesInIt() throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, List.of("-O2"), folder);
    assertComparesMost(program.run(WHOLE, files()));
  }

  @Test
  @Tag("long")
  void prefixesOfTheWholeCorpusShowWhatSuchAFileSays() throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, GlueProgram.SANITIZED, folder);
    assertComparesMost(program.run(WHOLE, files()));
    int alike = 0;
    int beyond = 0;
    for (Photo photo : Corpus.photos()) {
      String output = program.run(WHOLE, List.of(chosen(photo.jpeg())));
      Matcher found = COMPARED.matcher(output);
      assertTrue(found.matches(), output);
      alike += Integer.parseInt(found.group(1));
      beyond += Integer.parseInt(found.group(3));
    }
    // What no file can say is common in some photographs, and rare in all of them together.
    assertTrue(alike > 4 * beyond, alike + " alike, " + beyond + " beyond a file");
  }

  /** Of photographs together, at each group: a single one may have most values near zero. */
  @Test
  void middlesAreNearerToTheImagesThanZeros() throws Exception {
    double[] plain = new double[TARGETS.groups()];
    double[] midpoint = new double[TARGETS.groups()];
    try (JpegTranscoder transcoder = new JpegTranscoder(TARGETS, TranscodeOptions.DEFAULT)) {
      for (Photo photo : Corpus.some(FEW_PHOTOS)) {
        Pixels whole = Pixels.of(photo.jpeg(), DecodeOptions.rgb());
        Transcoded made = transcoder.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name());
        for (int group = 1; group < TARGETS.groups(); group++) {
          List<ByteBuffer> prefix = List.of(made.jpeg().slice(0, made.prefixLength(group)));
          plain[group] += Pixels.of(prefix, DecodeOptions.rgb()).meanDifference(whole);
          midpoint[group] += Pixels.of(prefix, MIDPOINT).meanDifference(whole);
        }
      }
    }
    for (int group = 1; group < TARGETS.groups(); group++) {
      assertTrue(
          midpoint[group] < .99 * plain[group],
          group + ": " + midpoint[group] + ", " + plain[group]);
    }
  }

  @Test
  void atFullFidelityNothingChanges() throws Exception {
    for (byte[] file : JpegFixtures.sound().values()) {
      if (file.length < LARGEST_FILE) {
        Pixels plain = Pixels.of(file, DecodeOptions.rgb());
        assertArrayEquals(plain.values(), Pixels.of(file, MIDPOINT).values());
        assertArrayEquals(plain.values(), Pixels.of(chosen(file), MIDPOINT).values());
      }
    }
  }

  @Test
  void smoothingIsNotForMiddles() {
    assertThrows(IllegalArgumentException.class, () -> MIDPOINT.withBlockSmoothing(true));
  }

  private static void assertComparesMost(String output) {
    Matcher found = COMPARED.matcher(output);
    assertTrue(found.matches(), output);
    int alike = Integer.parseInt(found.group(1));
    int beyond = Integer.parseInt(found.group(3));
    assertTrue(alike > 0 && alike > 4 * beyond, output);
    assertTrue(Integer.parseInt(found.group(2)) > 0, output);
  }

  /** Fixtures and photographs, each with scans chosen for it. */
  private static List<byte[]> files() throws PcrException {
    List<byte[]> files = new ArrayList<>();
    for (byte[] file : JpegFixtures.sound().values()) {
      if (file.length < LARGEST_FILE) {
        files.add(chosen(file));
      }
    }
    for (Photo photo : Corpus.some(FEW_PHOTOS)) {
      files.add(chosen(photo.jpeg()));
    }
    return files;
  }

  private static byte[] chosen(byte[] jpeg) throws PcrException {
    try (JpegTranscoder transcoder = new JpegTranscoder(TARGETS, TranscodeOptions.DEFAULT)) {
      ByteBuffer made = transcoder.transcode(ByteBuffer.wrap(jpeg), "image").jpeg();
      byte[] bytes = new byte[made.remaining()];
      made.get(bytes);
      return bytes;
    }
  }
}
