package io.pcr.writer.internal.source.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tars that other programs write. */
class ForeignTarTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ustar", "gnu", "posix", "v7"})
  void whatTheSystemsTarPacksIsReadBack(String format) throws Exception {
    Path images = folder.resolve("images");
    Random random = new Random(1);
    Set<String> keys = new HashSet<>();
    // Of the old formats v7 has 100 bytes for a name, ustar a prefix beside them.
    int[] lengths = format.equals("v7") ? new int[] {5, 80} : new int[] {5, 80, 95, 140};
    for (int length : lengths) {
      String key = "d".repeat(40) + "/" + "k".repeat(length - 4 > 90 ? 90 : length);
      if (format.equals("v7")) {
        key = "k".repeat(length);
      } else if (!format.equals("ustar")) {
        key = "long/" + "n".repeat(length + 60);
      }
      byte[] image = new byte[length * 13];
      random.nextBytes(image);
      TarFiles.write(images.resolve(key + ".jpg"), image);
      keys.add(key);
    }
    Path tar = folder.resolve("x.tar");
    TarFiles.pack(images, tar, format);
    try (Listed listed = Listed.of(TarSourceOptions.of(tar), folder.resolve("work"))) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(keys, new HashSet<>(listed.keys()));
      for (int i = 0; i < listed.source().count(); i++) {
        Path image = images.resolve(listed.read(i).key() + ".jpg");
        assertArrayEquals(Files.readAllBytes(image), listed.bytes(i));
      }
    }
  }

  @Test
  void sparseFilesAreRejectedAndWhatFollowsIsFound() throws Exception {
    Path images = folder.resolve("images");
    byte[] holes = new byte[1 << 20];
    for (int i = 0; i < holes.length; i += 1 << 15) {
      holes[i] = 1;
    }
    TarFiles.write(images.resolve("a.jpg"), new byte[] {1});
    TarFiles.write(images.resolve("b.jpg"), holes);
    TarFiles.write(images.resolve("c.jpg"), new byte[] {3});
    dig(images.resolve("b.jpg"));
    for (String format : List.of("gnu", "posix")) {
      Path tar = folder.resolve(format + ".tar");
      TarFiles.pack(images, tar, format, "--sparse", "--hole-detection=raw");
      try (Listed listed = Listed.of(TarSourceOptions.of(tar), folder.resolve("work"))) {
        assertEquals(List.of("a", "c"), listed.keys(), format);
        assertTrue(listed.rejects().get(0).contains("./b.jpg"), listed.rejects()::toString);
        assertTrue(listed.rejects().get(0).contains("sparse"), listed.rejects()::toString);
      }
    }
  }

  /** Turns the zeros of a file into holes. */
  private static void dig(Path file) throws Exception {
    Process process = new ProcessBuilder("fallocate", "-d", file.toString()).inheritIO().start();
    assertEquals(0, process.waitFor());
  }

  @Test
  void pythonsTarfileIsReadInAllItsFormats() throws Exception {
    String script =
        """
        import io, sys, tarfile
        for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            with tarfile.open(sys.argv[1] + '/' + str(form) + '.tar', 'w', format=form) as tar:
                def add(name, data):
                    info = tarfile.TarInfo(name)
                    info.size = len(data)
                    info.mtime = 1.5 if form == tarfile.PAX_FORMAT else 1
                    tar.addfile(info, io.BytesIO(data))
                for i in range(3):
                    key = 'train/%08d' % i
                    add(key + '.jpg', b'image %d' % i)
                    add(key + '.cls', b'%d' % i)
                    add(key + '.json', b'{"i": %d}' % i)
                add('d/' + 'l' * 90 + '/' + 'k' * 90 + '.jpg', b'long')
                if form != tarfile.USTAR_FORMAT:
                    add('k' * 200 + '.jpg', b'longer')
                    add('sm\u00f8r.jpg', b'unicode')
        """;
    Process process =
        new ProcessBuilder("python3", "-c", script, folder.toString()).inheritIO().start();
    assertEquals(0, process.waitFor());
    for (int format = 0; format < 3; format++) {
      Path tar = folder.resolve(format + ".tar");
      try (Listed listed = Listed.of(TarSourceOptions.of(tar), folder.resolve("work"))) {
        assertEquals(List.of(), listed.rejects(), "format " + format);
        assertEquals(format == 0 ? 4 : 6, listed.source().count());
        assertEquals(2, listed.read(2).label().orElseThrow());
        assertEquals(List.of(2L), listed.read(2).columnValues());
        assertEquals("d/" + "l".repeat(90) + "/" + "k".repeat(90), listed.keys().get(3));
        if (format > 0) {
          assertEquals("k".repeat(200), listed.keys().get(4));
          assertEquals("smør", listed.keys().get(5));
        }
      }
    }
  }
}
