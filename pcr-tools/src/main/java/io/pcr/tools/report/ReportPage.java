package io.pcr.tools.report;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.internal.facts.Histogram;
import io.pcr.writer.internal.reject.LeftOut;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The report as HTML. Stateless and thread-safe. */
public final class ReportPage {
  private ReportPage() {}

  /** The whole page. The same model gives the same bytes. */
  public static String render(ReportModel model) throws IOException {
    String style = style();
    String script = resource("report.js");
    Html page = Html.page();
    page.open("html", "lang", "en").open("head");
    head(page, model, style, script);
    page.close("head").open("body");
    page.open("header", "class", "top").element("h1", Printable.line(model.title()));
    page.element("p", lead(model), "class", "lead");
    page.close("header").open("main");
    facts(page, model.facts());
    Viewer.render(page, model);
    if (model.isProgressive()) {
      costs(page, model);
    }
    bytes(page, model.parts());
    samples(page, model);
    leftOut(page, model.findings().leftOut());
    page.close("main");
    page.element("footer", "Made by " + model.version() + ". This page needs no network.");
    page.inline("script", script);
    return page.close("body").close("html").line().toString();
  }

  private static void head(Html page, ReportModel model, String style, String script) {
    page.empty("meta", "charset", "utf-8");
    // Only what stands in this file: a dataset's strings could not run or fetch even unescaped.
    page.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src "
            + Html.policyHash(style)
            + "; script-src "
            + Html.policyHash(script));
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "name", "color-scheme", "content", "light dark");
    page.empty("meta", "name", "referrer", "content", "no-referrer");
    page.element("title", Printable.line(model.title()) + " – dataset report");
    page.inline("style", style).line();
  }

  private static String lead(ReportModel model) {
    if (!model.isProgressive()) {
      return "This dataset has only full fidelity.";
    }
    String lead =
        "One copy, "
            + model.groups().size()
            + " fidelities: the first part of each shard gives every sample at a lower"
            + " fidelity.";
    if (model.recommended() == 0) {
      return lead;
    }
    ReportModel.Group group = model.groups().get(model.recommended() - 1);
    ReportModel.Group full = model.groups().get(model.groups().size() - 1);
    return lead
        + String.format(
            Locale.ROOT,
            " Fidelity %d meets MS-SSIM %s with %s of the bytes.",
            group.group(),
            quality(model.target()),
            Units.percent(group.prefixBytes(), full.prefixBytes()));
  }

  private static void facts(Html page, List<ReportModel.Fact> facts) {
    page.open("dl", "class", "facts");
    for (ReportModel.Fact fact : facts) {
      page.open("div").element("dt", fact.name()).element("dd", fact.value(), "class", "value");
      if (!fact.detail().isEmpty()) {
        page.element("dd", Printable.line(fact.detail()), "class", "detail");
      }
      page.close("div");
    }
    page.close("dl").line();
  }

  private static void costs(Html page, ReportModel model) {
    section(page, "costs", "What a fidelity costs, and what it shows");
    boolean measured = model.groups().stream().anyMatch(ReportModel.Group::isMeasured);
    page.open("div", "class", measured ? "pair" : "single");
    if (measured) {
      page.open("figure");
      new QualityChart(model.groups()).render(page, model);
      page.open("figcaption").element("span", "mean", "class", "key mean");
      page.text(" ").element("span", "p10: nine of ten are better", "class", "key p10");
      for (ReportModel.Copies copies : model.copies()) {
        String what = "separate " + copies.format() + " copies, mean";
        page.text(" ").element("span", what, "class", "key " + key(copies));
      }
      if (model.measured() > 0) {
        page.text(". Measured on " + Units.count(model.measured(), "image") + ".");
      }
      page.close("figcaption").close("figure");
    } else if (!model.findings().unmeasured().isEmpty()) {
      page.element("p", Printable.line(model.findings().unmeasured()), "class", "muted");
    }
    GroupTable.render(page, model, measured);
    page.close("div").close("section").line();
  }

  /** The class of the curve of copies, and of its key. */
  static String key(ReportModel.Copies copies) {
    return "copies-" + copies.format().toLowerCase(Locale.ROOT);
  }

  private static void bytes(Html page, List<ReportModel.Part> parts) {
    if (parts.isEmpty()) {
      return;
    }
    section(page, "bytes", "Where the bytes are");
    Bars.strip(page, parts);
    long whole = parts.stream().mapToLong(ReportModel.Part::bytes).sum();
    page.open("ol", "class", "parts");
    for (int i = 0; i < parts.size(); i++) {
      ReportModel.Part part = parts.get(i);
      page.open("li").empty("span", "class", "swatch part" + i % 2);
      page.text(Printable.line(part.name()) + " ");
      page.element("span", Units.bytes(part.bytes()), "class", "number");
      page.text(" ").element("span", Units.percent(part.bytes(), whole), "class", "muted");
      page.close("li");
    }
    page.close("ol").close("section").line();
  }

  private static void samples(Html page, ReportModel model) {
    section(page, "samples", "The samples");
    page.open("div", "class", "pair");
    histogram(page, "Bytes per sample", model.sizes(), Units::bytes);
    histogram(page, "Longer side in pixels", model.sides(), Units::count);
    shares(page, "Stored as", "format", model.formats(), model.formats().size());
    shares(page, "Classes", "class", model.classes(), model.classCount());
    page.close("div").close("section").line();
  }

  private static void histogram(
      Html page, String title, Histogram histogram, java.util.function.LongFunction<String> value) {
    if (histogram.bins().isEmpty()) {
      return;
    }
    page.open("figure").element("h3", title);
    Bars.histogram(page, histogram, title, value);
    page.close("figure");
  }

  private static void shares(
      Html page, String title, String unit, List<ReportModel.Share> shares, long count) {
    if (shares.isEmpty()) {
      return;
    }
    long most = shares.stream().mapToLong(ReportModel.Share::samples).max().orElse(1);
    page.open("figure", "class", "shares").element("h3", title);
    page.open("table").open("thead").open("tr");
    page.element("th", unit, "scope", "col").element("th", "samples", "scope", "col");
    page.element("th", "bytes", "scope", "col").close("tr").close("thead").open("tbody");
    for (ReportModel.Share share : shares) {
      page.open("tr").open("th", "scope", "row");
      page.element("bdi", Printable.cut(Printable.line(share.name()), 80));
      Bars.share(page, "bar", 0, share.samples(), most);
      page.close("th").element("td", Units.count(share.samples()));
      page.element("td", Units.bytes(share.bytes())).close("tr");
    }
    page.close("tbody").close("table");
    if (count > shares.size()) {
      page.element(
          "p", "and " + Units.count(count - shares.size()) + " more", "class", "muted more");
    }
    page.close("figure");
  }

  private static void leftOut(Html page, LeftOut leftOut) {
    if (leftOut.reasons().isEmpty()) {
      return;
    }
    section(page, "left-out", "What was left out");
    String least = leftOut.isAll() ? "" : "at least ";
    page.element(
        "p",
        least + Units.count(leftOut.count(), "input") + " left out; rejects.jsonl lists all.",
        "class",
        "muted");
    page.open("div", "class", "pair").open("table", "class", "reasons").open("thead").open("tr");
    page.element("th", "reason", "scope", "col").element("th", "inputs", "scope", "col");
    page.close("tr").close("thead").open("tbody");
    for (LeftOut.Reason reason : leftOut.reasons()) {
      page.open("tr")
          .element("th", Printable.cut(Printable.line(reason.name()), 80), "scope", "row");
      page.element("td", Units.count(reason.count())).close("tr");
    }
    page.close("tbody").close("table");
    unseen(
        page,
        leftOut.examples().stream()
            .map(left -> new ReportModel.Unseen(left.path(), left.detail()))
            .toList());
    page.close("div").close("section").line();
  }

  /** Names of what is not there, each with why. */
  static void unseen(Html page, List<ReportModel.Unseen> unseen) {
    page.open("ul", "class", "unseen");
    for (ReportModel.Unseen each : unseen) {
      page.open("li").element("bdi", Printable.cut(Printable.line(each.name()), 100));
      page.element("span", Printable.cut(Printable.line(each.why()), 300), "class", "muted");
      page.close("li");
    }
    page.close("ul");
  }

  private static void section(Html page, String id, String title) {
    page.open("section", "id", id, "aria-labelledby", id + "-title");
    page.element("h2", title, "id", id + "-title");
  }

  /** Three digits say what the eye could; more are for the JSON. */
  static String quality(double msSsim) {
    if (!Double.isFinite(msSsim)) {
      return "–";
    }
    // 0.9996 must not read as the identity.
    double shown = msSsim < 1 ? Math.min(msSsim, 0.9999) : 1;
    String text = String.format(Locale.ROOT, shown > 0.9985 && shown < 1 ? "%.4f" : "%.3f", shown);
    return text.equals("1.000") ? "1" : text;
  }

  /** The style of all reports. */
  public static String style() throws IOException {
    return resource("report.css");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
