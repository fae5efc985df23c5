package io.pcr.tools.report;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Pictures at each fidelity. Every picture is a strip of its versions, readable without any script;
 * the script adds two panes side by side, the chosen fidelity and the full one, and a slider.
 */
final class Viewer {
  private static final int KEY_CHARACTERS = 100;

  private Viewer() {}

  static void render(Html page, ReportModel model) {
    List<ReportModel.Unseen> unseen = model.findings().unseen();
    if (model.pictures().isEmpty() && unseen.isEmpty()) {
      return;
    }
    page.open("section", "id", "look", "aria-labelledby", "look-title");
    page.element(
        "h2",
        hasVersions(model) ? "See what each fidelity shows" : "Some samples",
        "id",
        "look-title");
    boolean panes = hasVersions(model);
    if (panes) {
      panes(page, model);
    }
    page.open("div", "id", "films", "class", panes ? "films" : "gallery");
    for (int i = 0; i < model.pictures().size(); i++) {
      film(page, model.pictures().get(i), i);
    }
    page.close("div");
    if (!unseen.isEmpty()) {
      page.element("h3", "Cannot be shown");
      ReportPage.unseen(page, unseen);
    }
    page.close("section").line();
  }

  private static boolean hasVersions(ReportModel model) {
    return model.pictures().stream().anyMatch(picture -> picture.versions().size() > 1);
  }

  private static void panes(Html page, ReportModel model) {
    int groups = model.groups().size();
    int first = model.recommended() > 0 ? model.recommended() : (groups + 1) / 2;
    page.open("div", "id", "viewer", "hidden", "hidden");
    page.open("div", "id", "thumbs", "role", "radiogroup", "aria-label", "picture").close("div");
    page.open("div", "class", "panes");
    pane(page, "chosen", "chosen-caption");
    pane(page, "full", "full-caption");
    page.close("div").open("div", "class", "controls");
    page.open("label", "for", "fidelity").text("Fidelity ");
    page.element("output", "", "id", "fidelity-value", "for", "fidelity").close("label");
    page.empty(
        "input",
        "type",
        "range",
        "id",
        "fidelity",
        "min",
        "1",
        "max",
        Integer.toString(groups),
        "step",
        "1",
        "value",
        Integer.toString(first),
        "list",
        "ticks");
    page.open("datalist", "id", "ticks");
    for (int g = 1; g <= groups; g++) {
      page.empty("option", "value", Integer.toString(g));
    }
    page.close("datalist");
    page.open("label", "for", "zoom").text("Zoom ").close("label");
    page.open("select", "id", "zoom");
    for (int zoom : new int[] {1, 2, 4, 8}) {
      page.element("option", zoom + "×", "value", Integer.toString(zoom));
    }
    page.close("select").close("div");
    page.element("p", "", "id", "told", "class", "told", "aria-live", "polite");
    page.close("div");
  }

  private static void pane(Html page, String id, String captionId) {
    page.open("figure", "class", "pane").open("div", "class", "frame");
    page.open("div", "class", "plate", "id", id).close("div");
    page.close("div").empty("figcaption", "id", captionId).close("figure");
  }

  private static void film(Html page, ReportModel.Picture picture, int index) {
    String key = Printable.cut(Printable.line(picture.key()), KEY_CHARACTERS);
    page.open("article", "class", "film", "data-picture", Integer.toString(index));
    page.open("h3").element("bdi", key);
    page.text(" ").open("span", "class", "muted");
    if (!picture.className().isEmpty()) {
      page.element("bdi", Printable.cut(Printable.line(picture.className()), KEY_CHARACTERS));
      page.text(", ");
    }
    page.text(picture.width() + "×" + picture.height()).close("span").close("h3");
    page.open("ol", "class", "versions");
    for (int v = 0; v < picture.versions().size(); v++) {
      version(page, picture, key, v);
    }
    page.close("ol").close("article").line();
  }

  private static void version(Html page, ReportModel.Picture picture, String key, int index) {
    ReportModel.Version version = picture.versions().get(index);
    boolean single = picture.versions().size() == 1;
    String group = Integer.toString(index + 1);
    String bytes = Units.bytes(version.bytes());
    page.open(
        "li",
        "data-group",
        group,
        "data-bytes",
        bytes,
        "data-share",
        Units.percent(version.bytes(), last(picture).bytes()),
        "data-quality",
        ReportPage.quality(version.msSsim()));
    page.empty(
        "img",
        "alt",
        single ? key : key + " at fidelity " + group,
        "width",
        Integer.toString(picture.width()),
        "height",
        Integer.toString(picture.height()),
        "src",
        dataUri(version));
    page.open("span", "class", "caption");
    if (!single) {
      page.element("b", group).text(" ");
    }
    page.text(bytes);
    page.close("span").close("li");
  }

  private static ReportModel.Version last(ReportModel.Picture picture) {
    return picture.versions().get(picture.versions().size() - 1);
  }

  /** The version itself, in the form of an address. */
  static String dataUri(ReportModel.Version version) {
    String type = version.mediaType().toLowerCase(Locale.ROOT);
    ByteBuffer base64 = Base64.getEncoder().encode(version.image());
    return "data:" + type + ";base64," + StandardCharsets.US_ASCII.decode(base64);
  }
}
