package io.pcr.tools.tune;

import io.pcr.advisor.Advice;
import io.pcr.advisor.Outcome;
import io.pcr.advisor.model.Way;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.tools.Version;
import io.pcr.tools.report.Html;
import io.pcr.tools.report.ReportPage;
import java.io.IOException;
import java.util.Locale;

/** The advice as a page that needs no network. Stateless and thread-safe. */
final class TunePage {
  /** What this page has besides the style of all reports. */
  private static final String OWN_STYLE =
      """
      .bound { stroke-width: 2; }
      .bound.decode-bound { stroke: var(--ink); }
      .bound.storage-bound { stroke: var(--warm); }
      .bound.latency-bound { stroke: var(--warm); stroke-dasharray: 3 3; }
      .run { fill: var(--card); stroke: var(--ink); stroke-width: 2; }
      .point.beaten { opacity: .35; }
      .command { display: block; margin: 1rem 0; padding: .8rem 1rem; overflow-x: auto;
        background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
      .key.line::before { border-top-color: var(--ink); }
      .key.storage::before { border-top-color: var(--warm); }
      .key.latency::before { border-top: 2px dashed var(--warm); }
      .failed { color: var(--warm); font-weight: 600; }
      td.why { text-align: left; white-space: normal; }
      """;

  private TunePage() {}

  static String render(AdviceWords words) throws IOException {
    String style = ReportPage.style() + OWN_STYLE;
    Html page = Html.page().open("html", "lang", "en").open("head");
    page.empty("meta", "charset", "utf-8");
    page.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
            + Html.policyHash(style));
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "name", "color-scheme", "content", "light dark");
    page.element("title", Printable.line("Advice on " + words.source()));
    page.inline("style", style).line().close("head").open("body");
    page.open("header", "class", "top").element("h1", Printable.line(words.source()));
    page.element("p", Printable.line(words.line()), "class", "lead").close("header").open("main");
    if (words.advice().best().isPresent()) {
      body(page, words);
    }
    page.close("main");
    page.element("footer", "Made by " + Version.text() + ". This page needs no network.");
    return page.close("body").close("html").line().toString();
  }

  private static void body(Html page, AdviceWords words) {
    Advice advice = words.advice();
    page.element("code", Printable.line(words.command()), "class", "command");
    words.failure().ifPresent(why -> page.element("p", why, "class", "failed"));
    facts(page, words);
    page.open("section").element("h2", "How fast each way is, and what limits it");
    page.open("div", "class", "pair").open("figure");
    new RateChart(advice.outcomes(), advice.options().consumer()).render(page);
    page.open("figcaption").text("Bars: predicted. Circles: measured. ");
    page.element("span", "the processor", "class", "key line").text(" ");
    page.element("span", "bytes from the storage", "class", "key storage").text(" ");
    page.element("span", "requests to the storage", "class", "key latency");
    page.close("figcaption").close("figure").open("figure");
    new ParetoChart(advice.outcomes()).render(page);
    page.element(
        "figcaption",
        "The number at a point is its MS-SSIM; the large point is advised. A pale one has another"
            + " that is as good, as small and as fast.");
    page.close("figure").close("div").close("section").line();
    table(page, words);
    words.rival().ifPresent(rival -> page.element("p", rival, "class", "muted"));
  }

  private static void facts(Html page, AdviceWords words) {
    Advice advice = words.advice();
    page.open("dl", "class", "facts");
    fact(page, "advised", AdviceWords.rate(advice.best().orElseThrow().rate()), "");
    fact(
        page,
        "cores free",
        String.format(Locale.ROOT, "%.2f", advice.machine().freeCores()),
        "of " + advice.machine().processors());
    fact(page, "memory free", Units.bytes(advice.machine().freeMemory()), "");
    advice
        .place()
        .ifPresent(
            place ->
                fact(
                    page,
                    "storage",
                    Units.bytesPerSecond(place.bandwidth()),
                    String.format(
                        Locale.ROOT,
                        "first byte after %.2f ms%s",
                        place.latency() * 1e3,
                        place.isCold() ? "" : "; from the page cache")));
    page.close("dl").line();
  }

  private static void fact(Html page, String name, String value, String detail) {
    page.open("div").element("dt", name).element("dd", value, "class", "value");
    page.element("dd", detail, "class", "detail").close("div");
  }

  private static void table(Html page, AdviceWords words) {
    page.open("section").element("h2", "All ways, the best first");
    page.open("div", "class", "scroll").open("table").open("thead").open("tr");
    for (String head : TuneText.HEADS) {
      page.element("th", head);
    }
    page.close("tr").close("thead").open("tbody");
    for (Outcome each : words.advice().outcomes()) {
      Way way = each.predicted().way();
      page.open("tr").element("th", way.form().text());
      for (String cell : TuneText.figures(each)) {
        page.element("td", cell);
      }
      page.element("td", words.reason(each), "class", "why").close("tr");
    }
    page.close("tbody").close("table").close("div").close("section").line();
  }
}
