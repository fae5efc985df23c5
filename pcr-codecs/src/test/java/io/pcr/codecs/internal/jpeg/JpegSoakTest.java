package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No crash and no growth, whatever comes in. */
class JpegSoakTest {
  private static final int WARM_REPORTS = 3;
  private static final long GROWTH_KIB = 24 * 1024;

  @Test
  void memoryStaysFlatOverManyGoodAndDamagedFiles() throws Exception {
    soak(500);
  }

  @Test
  @Tag("long")
  void memoryStaysFlatOverTenThousandGoodAndDamagedFiles() throws Exception {
    soak(10_000);
  }

  private static void soak(int rounds) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms96m",
                "-Xmx96m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-Dpcr.root=" + System.getProperty("pcr.root", ".."),
                "-cp",
                System.getProperty("java.class.path"),
                JpegSoak.class.getName(),
                Integer.toString(rounds))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    System.out.print(output);
    assertEquals(0, process.waitFor(), output);
    List<Long> resident =
        output
            .lines()
            .filter(line -> line.startsWith("rss "))
            .map(line -> Long.parseLong(line.substring(4)))
            .toList();
    assertEquals(JpegSoak.REPORTS, resident.size());
    long warm = resident.subList(0, WARM_REPORTS).stream().mapToLong(x -> x).max().orElseThrow();
    long last = resident.get(JpegSoak.REPORTS - 1);
    assertTrue(last - warm < GROWTH_KIB, "grew from " + warm + " to " + last + " KiB");
  }
}
