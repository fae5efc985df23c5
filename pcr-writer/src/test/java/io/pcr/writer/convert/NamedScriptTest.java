package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.FixedScans;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.source.FolderSourceOptions;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dataset of fixed scans whose manifest was made anew, so that nothing says which they are. */
class NamedScriptTest {
  private static final ScanScripts SCRIPTS = ScanScripts.named(ScanScripts.FAST_DECODE);

  @TempDir private Path temporary;

  private Path out;
  private Path more;

  @BeforeEach
  void makeADatasetThatDoesNotSay() throws Exception {
    Path source = Sources.small(temporary.resolve("source"), 10);
    out = temporary.resolve("out");
    more =
        Sources.write(temporary.resolve("m"), Map.of("c2/n.jpg", JpegFixtures.baseline(9, 20, 20)));
    Conversion.convert(options(source, new FixedScans(SCRIPTS)), ConversionListener.SILENT);
    Manifest said = manifest();
    Map<String, String> silent = new HashMap<>(said.options());
    silent.keySet().removeAll(FixedScans.NAMES);
    Manifest manifest = said.next().generation(said.generation()).options(silent).build();
    ByteBuffer encoded = manifest.encode();
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    Files.write(out.resolve(Manifest.FILE_NAME), bytes);
  }

  @Test
  void scriptThatItsImagesHaveIsTakenAndRecorded() throws Exception {
    Conversion.append(options(more, new FixedScans(SCRIPTS)), ConversionListener.SILENT);
    assertEquals(new FixedScans(SCRIPTS), FixedScans.recorded(manifest().options()).orElseThrow());
    assertEquals(11, ReadBack.of(out).samples.size());
  }

  @Test
  void withoutAScriptTheMessageAsksForOne() throws Exception {
    assertRefused(TargetedScans.DEFAULT, "name their script with --script");
  }

  @Test
  void scriptOfOtherGroupsIsRefused() throws Exception {
    assertRefused(
        new FixedScans(ScanScripts.named(ScanScripts.LIBJPEG)), "do not have those of the scan");
  }

  @Test
  void scriptOfAsManyGroupsWithScansInAnotherOrderIsRefused() throws Exception {
    List<ScanScript> swapped = new ArrayList<>();
    for (ScanScript script : SCRIPTS.scripts().values()) {
      List<Scan> scans = new ArrayList<>(script.scans());
      for (int i = 1; i < scans.size(); i++) {
        if (scans.get(i).group() == scans.get(i - 1).group()) {
          Collections.swap(scans, i, i - 1);
          break;
        }
      }
      swapped.add(new ScanScript(script.colorClass(), scans));
    }
    ScanScripts others = ScanScripts.of("others", SCRIPTS.groupCount(), swapped);
    assertNotEquals(SCRIPTS.scripts(), others.scripts());
    assertRefused(new FixedScans(others), "do not have those of the scan");
  }

  private void assertRefused(ScanChoice wanted, String reason) throws Exception {
    Map<String, byte[]> before = Sources.read(out);
    RunRejectedException e =
        assertThrows(
            RunRejectedException.class,
            () -> Conversion.append(options(more, wanted), ConversionListener.SILENT));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    ConversionTest.assertSameFiles(before, Sources.read(out));
  }

  private Manifest manifest() throws Exception {
    return Manifest.decode(
        ByteBuffer.wrap(Files.readAllBytes(out.resolve(Manifest.FILE_NAME))),
        "manifest",
        Limits.DEFAULT);
  }

  private ConversionOptions options(Path source, ScanChoice scans) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), out)
        .encode(EncodeSettings.builder().scans(scans).build())
        .build();
  }
}
