package io.pcr.tools.report;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;

/** The numbers of every fidelity, and a bar for the bytes: what the chart shows, to be read. */
final class GroupTable {
  private GroupTable() {}

  static void render(Html page, ReportModel model, boolean measured) {
    long whole = model.groups().get(model.groups().size() - 1).prefixBytes();
    page.open(
        "div",
        "class",
        "scroll",
        "tabindex",
        "0",
        "role",
        "region",
        "aria-label",
        "bytes and quality of each fidelity");
    page.open("table", "class", "groups").open("thead").open("tr");
    head(page, "fidelity");
    head(page, "adds");
    head(page, "read");
    head(page, "share");
    if (measured) {
      head(page, "MS-SSIM");
      head(page, "p10");
    }
    page.close("tr").close("thead").open("tbody");
    for (ReportModel.Group group : model.groups()) {
      row(page, group, group.group() == model.recommended(), whole, measured);
    }
    page.close("tbody").close("table").close("div");
  }

  private static void row(
      Html page, ReportModel.Group group, boolean recommended, long whole, boolean measured) {
    String number = Integer.toString(group.group());
    page.open("tr", "data-group", number, "class", recommended ? "recommended" : "plain");
    page.open("th", "scope", "row").text(number);
    if (recommended) {
      page.text(" ").element("span", "recommended", "class", "badge");
    }
    page.close("th").open("td", "class", "words");
    page.element("span", Printable.line(group.adds()), "class", "say");
    Bars.share(page, "bar", group.prefixBytes() - group.bytes(), group.bytes(), whole);
    page.close("td");
    page.element("td", Units.bytes(group.prefixBytes()));
    page.element("td", Units.percent(group.prefixBytes(), whole));
    if (measured) {
      page.element("td", ReportPage.quality(group.msSsimMean()));
      page.element("td", ReportPage.quality(group.msSsimP10()));
    }
    page.close("tr");
  }

  private static void head(Html page, String text) {
    page.element("th", text, "scope", "col");
  }
}
