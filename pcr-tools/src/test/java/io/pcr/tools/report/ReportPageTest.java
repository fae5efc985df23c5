package io.pcr.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import io.pcr.reader.internal.facts.Histogram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportPageTest {
  private static final Pattern TAG =
      Pattern.compile("<(/?)([a-zA-Z0-9]+)((?:[^>\"]|\"[^\"]*\")*)>");
  private static final Pattern ATTRIBUTE = Pattern.compile(" ([a-zA-Z-]+)=\"");

  @Test
  void pageOfPhotographsHasEachPictureAtEachFidelity() throws IOException {
    String page = ReportPage.render(Reports.photographs(2));
    Path out = Path.of("target", "report.html");
    Files.createDirectories(out.getParent());
    Files.writeString(out, page);
    assertEquals(16, count(page, "data:image/jpeg;base64,"));
    assertEquals(8, count(page, "<tr data-group="));
    assertEquals(8, count(page, "<circle "));
    assertTrue(page.contains("Fidelity 3 meets MS-SSIM 0.950 with"), "recommendation in the lead");
  }

  @Test
  void elementsAreNestedAndNothingPointsOutside() throws IOException {
    String page = ReportPage.render(Reports.photographs(1));
    assertNested(page);
    assertFalse(page.contains("http:"), "plain link");
    assertFalse(page.contains("https:"), "link");
    assertFalse(page.contains("url("), "style that fetches");
  }

  @Test
  void policyNamesTheOneStyleAndTheOneScript() throws IOException {
    String page = ReportPage.render(Reports.photographs(1));
    assertTrue(page.contains("default-src &#39;none&#39;; img-src data:;"));
    assertEquals(1, count(page, "<script>"));
    assertEquals(1, count(page, "<style>"));
    for (String element : List.of("style", "script")) {
      int begin = page.indexOf("<" + element + ">") + element.length() + 2;
      String content = page.substring(begin, page.indexOf("</" + element + ">"));
      String hash = Html.policyHash(content).replace("'", "&#39;");
      assertTrue(page.contains(element + "-src " + hash), element);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</title></style></script><svg onload=alert(1)>",
        "]]>--><script>alert(1)//",
        "javascript:alert(1)",
        "&lt;script&gt;&#x3c;script>",
        "\u202etxt.exe\u2066\u0000\u001b[2J\n\r",
        "{{constructor.constructor('alert(1)')()}}"
      })
  void hostileNamesAddNoElementAndNoAttribute(String name) throws IOException {
    String tame = ReportPage.render(Reports.named("name"));
    String hostile = ReportPage.render(Reports.named(name));
    assertEquals(shape(tame), shape(hostile));
    assertFalse(hostile.contains("\u202e"), "text direction of the page turned");
    assertFalse(hostile.contains("\u0000"));
    Programme.T10.passed("texts in a report", 1);
  }

  @Property(tries = 200)
  void anyTextComesOutAsTextAndAsAnAttribute(@ForAll String text) {
    String page = Html.page().element("p", text, "title", text).toString();
    assertEquals(1, count(page, "<p"));
    String inner =
        page.substring(page.indexOf('>', page.indexOf("<p ")) + 1, page.lastIndexOf("</p>"));
    String expected = text.replace('\0', '\ufffd');
    assertEquals(expected, unescape(inner));
    assertFalse(inner.contains("<"));
    assertFalse(page.substring(page.indexOf("title=\"") + 7, page.indexOf("\">")).contains("\""));
  }

  @Test
  void attributesThatRunOrFetchAreRefused() {
    Html page = Html.page();
    for (String[] attribute :
        List.of(
            new String[] {"onclick", "x"},
            new String[] {"style", "x"},
            new String[] {"src", "//host/x"},
            new String[] {"src", "data:text/html,x"},
            new String[] {"href", "javascript:x"},
            new String[] {"a b", "x"})) {
      assertThrows(IllegalArgumentException.class, () -> page.open("a", attribute), attribute[0]);
    }
  }

  @Test
  void sameModelGivesTheSameBytes() throws IOException {
    assertEquals(
        ReportPage.render(Reports.photographs(1)), ReportPage.render(Reports.photographs(1)));
  }

  @Test
  void thousandPhotographsWithSixShownStayBelowThreeMegabytes() throws IOException {
    int length = ReportPage.render(Reports.photographs(6)).getBytes(StandardCharsets.UTF_8).length;
    assertTrue(length < 3_000_000, length + " bytes");
  }

  @Test
  void datasetOfOneFidelityShowsNoSliderAndNoCosts() throws IOException {
    ReportModel full = Reports.photographs(1);
    ReportModel.Picture whole = full.pictures().get(0);
    ReportModel model =
        new ReportModel(
            full.title(),
            full.facts(),
            List.of(full.groups().get(0)),
            full.parts(),
            List.of(
                new ReportModel.Picture(
                    "k", "", whole.width(), whole.height(), whole.versions().subList(7, 8))),
            full.sizes(),
            new Histogram(List.of()),
            List.of(),
            0,
            full.formats(),
            0,
            0.95,
            0,
            List.of(),
            ReportModel.Findings.NONE,
            "pcr 0.1.0");
    String page = ReportPage.render(model);
    assertNested(page);
    assertFalse(page.contains("id=\"fidelity\""));
    assertFalse(page.contains("id=\"costs\""));
  }

  @Test
  void qualityThatIsNotTheIdentityNeverReadsAsOne() {
    assertEquals("1", ReportPage.quality(1));
    assertEquals("0.9999", ReportPage.quality(0.99999));
    assertEquals("0.961", ReportPage.quality(0.9612));
    assertEquals("–", ReportPage.quality(Double.NaN));
  }

  private static Set<String> shape(String page) {
    Set<String> shape = new TreeSet<>();
    Matcher tags = TAG.matcher(withoutInline(page));
    while (tags.find()) {
      StringBuilder tag = new StringBuilder(tags.group(1) + tags.group(2));
      Matcher attributes = ATTRIBUTE.matcher(tags.group(3));
      while (attributes.find()) {
        tag.append(' ').append(attributes.group(1));
      }
      shape.add(tag.toString());
    }
    return shape;
  }

  private static void assertNested(String page) {
    Deque<String> open = new ArrayDeque<>();
    Matcher tags = TAG.matcher(withoutInline(page));
    while (tags.find()) {
      String name = tags.group(2);
      if (Set.of("meta", "img", "input").contains(name)) {
        continue;
      }
      if (tags.group(1).isEmpty()) {
        open.push(name);
      } else {
        assertEquals(open.pop(), name);
      }
    }
    assertTrue(open.isEmpty(), open.toString());
  }

  private static String withoutInline(String page) {
    return page.replaceAll("(?s)<(style|script)>.*?</\\1>", "");
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }
}
