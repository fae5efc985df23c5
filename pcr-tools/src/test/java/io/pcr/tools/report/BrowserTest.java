package io.pcr.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The report in a headless Chromium, which has to be installed. */
@Tag("long")
class BrowserTest {
  private static final String CHROMIUM = System.getProperty("pcr.chromium", "chromium");

  @TempDir private Path folder;

  private record Visit(String dom, String log) {}

  @Test
  void scriptShowsTwoPanesAndAChoiceOfPictures() throws Exception {
    Visit visit = visit(ReportPage.render(Reports.photographs(3)), "--window-size=1280,1000");
    String dom = visit.dom();
    assertFalse(visit.log().contains("CONSOLE"), visit.log());
    assertTrue(dom.contains("id=\"viewer\"") && !dom.contains("hidden=\"hidden\""), "no viewer");
    assertEquals(3, dom.split("role=\"radio\"", -1).length - 1);
    assertTrue(dom.contains(">3 of 8</output>"), "the slider does not say where it stands");
    assertTrue(dom.contains("<b>Fidelity 3</b>, "), "the pane has no caption");
    assertTrue(dom.contains("class=\"recommended now\""), "the table does not follow the slider");
  }

  @ParameterizedTest
  @CsvSource({"1280,2600,light", "1280,2600,dark", "390,3600,light", "390,3600,dark"})
  void pageIsDrawnOnLaptopAndPhoneInLightAndDark(int width, int height, String scheme)
      throws Exception {
    Path shot = Path.of("target", "report-" + width + "-" + scheme + ".png").toAbsolutePath();
    Files.deleteIfExists(shot);
    Visit visit =
        visit(
            ReportPage.render(Reports.photographs(3)),
            "--window-size=" + width + "," + height,
            "--hide-scrollbars",
            "--blink-settings=preferredColorScheme=" + (scheme.equals("dark") ? 0 : 1),
            "--screenshot=" + shot);
    assertFalse(visit.log().contains("CONSOLE"), visit.log());
    assertTrue(Files.size(shot) > 100_000, "an empty page");
  }

  // Covers T10: hostile strings × HTML report.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>document.title='owned'</script>",
        "\"><img src=x onerror=\"document.title='owned'\">",
        "' onfocus='document.title=1' autofocus='",
        "</script></style></title><svg onload=\"document.title='owned'\">",
        "<meta http-equiv=refresh content='0;url=data:text/html,owned'>"
      })
  void hostileNameRunsNothing(String name) throws Exception {
    Visit visit = visit(ReportPage.render(Reports.named(name)));
    assertFalse(visit.dom().contains("<title>owned"), "a name from the dataset ran");
    assertTrue(visit.dom().contains("dataset report</title>"), "another page was shown");
    assertTrue(visit.dom().contains(">3 of 8</output>"), "the page's own script did not run");
    assertFalse(visit.log().contains("CONSOLE"), visit.log());
    Programme.T10.passed("texts in a report, shown by Chromium", 1);
  }

  private Visit visit(String page, String... options) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("report.html"), page);
    Path dom = folder.resolve("dom");
    Path log = folder.resolve("log");
    List<String> command =
        new ArrayList<>(
            List.of(
                CHROMIUM,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--enable-logging=stderr",
                "--virtual-time-budget=3000"));
    command.addAll(List.of(options));
    boolean shoots = command.stream().anyMatch(option -> option.startsWith("--screenshot"));
    if (!shoots) {
      command.add("--dump-dom");
    }
    command.add(file.toUri().toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the browser hangs");
    } finally {
      process.destroyForcibly();
    }
    return new Visit(Files.readString(dom), Files.readString(log));
  }
}
