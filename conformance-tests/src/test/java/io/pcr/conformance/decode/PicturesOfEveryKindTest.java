package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A JPEG of every kind shows the picture that libjpeg alone sees in it: the file as it was, what a
 * dataset made of it at each fidelity as a file, and the slices of it in a reader.
 */
class PicturesOfEveryKindTest {
  @TempDir private Path folder;
  private LibjpegOracle libjpeg;
  private OurPixels ours;
  private LibjpegPrograms programs;

  @BeforeEach
  void start() throws Exception {
    libjpeg = LibjpegOracle.compile(folder);
    ours = new OurPixels();
    programs = new LibjpegPrograms(folder);
  }

  @AfterEach
  void stop() throws IOException {
    ours.close();
    libjpeg.close();
  }

  @Test
  void eachSamplingThatCanShareAScan() throws Exception {
    compare("samplings of three components in one scan", JpegKinds.interleaved());
  }

  @Test
  void eachCodingSizeAndPatternOfIds() throws Exception {
    compare("components, codings, sizes and ids", JpegKinds.others());
  }

  @Test
  void filesInWhichComponentsShareAnId() throws Exception {
    compare("components that share an id", JpegKinds.sharedIds());
  }

  @Test
  @Tag("long")
  void eachSamplingThatNeedsAScanForEachComponent() throws Exception {
    compare("samplings of three components in a scan each", JpegKinds.notInterleaved());
  }

  private void compare(String what, List<JpegKind> kinds) throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    Map<String, Boolean> grey = new LinkedHashMap<>();
    for (JpegKind kind : kinds) {
      byte[] jpeg = libjpeg.make(kind).orElseThrow(() -> new AssertionError("not made: " + kind));
      files.put(kind.toString(), jpeg);
      grey.put(kind.toString(), kind.isGrey());
    }
    long compared = 0;
    Path dataset = folder.resolve("dataset");
    try (PcrWriter writer = PcrWriter.create(dataset, PcrWriterOptions.DEFAULT)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        compared += asFile(file.getValue(), options(grey.get(file.getKey())), file.getKey());
        writer.add(PcrSample.of(file.getKey(), file.getValue()));
      }
      writer.finish();
    }
    Programme.PIXELS.passed(what + ": the file, smoothed and not", compared);
    compared = 0;
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (int group = 1; group <= opened.groupCount(); group++) {
        boolean full = group == opened.groupCount();
        int samples = 0;
        for (Shard shard : opened.shards()) {
          try (ShardReader reader = shard.read(Fidelity.group(group))) {
            for (Sample sample : reader) {
              compared +=
                  stored(sample, files.get(sample.key()), options(grey.get(sample.key())), full);
              samples++;
            }
          }
        }
        assertEquals(files.size(), samples);
      }
    }
    Programme.PIXELS.passed(what + ": what a dataset stores, as files and slices", compared);
  }

  private static DecodeOptions options(boolean grey) {
    return grey ? DecodeOptions.grey() : DecodeOptions.rgb();
  }

  /** A file beside libjpeg. */
  private int asFile(byte[] jpeg, DecodeOptions options, String what) throws Exception {
    for (boolean smoothed : new boolean[] {false, true}) {
      DecodeOptions wanted = options.withBlockSmoothing(smoothed);
      expect(libjpeg.decode(jpeg, wanted), ours.tryToDecode(jpeg, wanted), what);
    }
    return 2;
  }

  /** What is stored of a file at one fidelity. */
  private int stored(Sample sample, byte[] source, DecodeOptions options, boolean full)
      throws Exception {
    byte[] jpeg = new byte[sample.length()];
    sample.jpeg().get(jpeg);
    String what = sample.key() + " at fidelity " + sample.group();
    int compared = asFile(jpeg, options, what);
    Optional<Picture> seen = libjpeg.decode(jpeg, options);
    expect(seen, OurPixels.ofSlices(sample, options), what + " in slices");
    if (full) {
      expect(libjpeg.decode(source, options), seen, what + " as the source");
    }
    return compared + (full ? 2 : 1);
  }

  private static void expect(Optional<Picture> expected, Optional<Picture> actual, String what) {
    assertEquals(expected.isPresent(), actual.isPresent(), what + ": decoded by both");
    if (expected.isPresent()) {
      Picture wanted = expected.get();
      Picture got = actual.get();
      assertEquals(wanted.width(), got.width(), what);
      assertEquals(wanted.height(), got.height(), what);
      assertTrue(
          Arrays.equals(wanted.pixels(), got.pixels()),
          () -> what + ": " + Picture.difference(wanted.pixels(), got.pixels()));
    }
  }

  @Test
  void eachCodingAsDjpegShowsIt() throws Exception {
    int compared = 0;
    for (JpegKind kind : JpegKinds.others()) {
      boolean chosen = kind.width() * kind.height() < 2000 && kind.restarts() <= 1;
      if (chosen && !kind.space().startsWith("cmyk") && kind.sampling().length() <= 6) {
        byte[] jpeg = libjpeg.make(kind).orElseThrow();
        byte[] wanted = programs.smoothed(jpeg);
        assertArrayEquals(wanted, ours.of(jpeg, kind.isGrey(), true), kind.toString());
        compared++;
      }
    }
    Programme.PIXELS.passed("codings, sizes and ids by djpeg", compared);
  }
}
