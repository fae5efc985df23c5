package io.pcr.tools.report;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;

/**
 * One picture at each of its fidelities, side by side, as a drawing for a document: an SVG that
 * holds the versions themselves, as a reader gets them.
 */
public final class Strip {
  private static final int COLUMNS = 4;
  private static final int CELL_WIDTH = 240;
  private static final int GAP = 12;
  private static final int CAPTION = 42;
  private static final int FIRST_LINE = 17;
  private static final int SECOND_LINE = 34;

  /** Grey that can be read on white and on black. */
  private static final String STYLE =
      "text{font:13px system-ui,sans-serif;fill:#767676}.lead{font-weight:600}"
          + "@media(prefers-color-scheme:dark){text{fill:#9a9a9a}}";

  private Strip() {}

  /** The drawing. The same picture gives the same bytes. */
  public static String render(ReportModel.Picture picture) {
    int count = picture.versions().size();
    int columns = Math.min(COLUMNS, count);
    int rows = (count + columns - 1) / columns;
    int cellHeight = Math.max(1, CELL_WIDTH * picture.height() / Math.max(1, picture.width()));
    int width = columns * (CELL_WIDTH + GAP) - GAP;
    int height = rows * (cellHeight + CAPTION);
    Html svg = Html.drawing();
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 " + width + " " + height,
        "width",
        Integer.toString(width),
        "height",
        Integer.toString(height),
        "role",
        "img");
    svg.element("title", Printable.line(picture.key()) + " at each fidelity");
    svg.inline("style", STYLE).line();
    for (int v = 0; v < count; v++) {
      int x = v % columns * (CELL_WIDTH + GAP);
      int y = v / columns * (cellHeight + CAPTION);
      version(svg, picture, v, x, y, cellHeight);
    }
    return svg.close("svg").line().toString();
  }

  private static void version(
      Html svg, ReportModel.Picture picture, int index, int x, int y, int cellHeight) {
    ReportModel.Version version = picture.versions().get(index);
    int whole = picture.versions().get(picture.versions().size() - 1).bytes();
    svg.empty(
        "image",
        "x",
        Integer.toString(x),
        "y",
        Integer.toString(y),
        "width",
        Integer.toString(CELL_WIDTH),
        "height",
        Integer.toString(cellHeight),
        "href",
        Viewer.dataUri(version));
    String lead =
        "fidelity " + (index + 1) + ": " + Units.percent(version.bytes(), whole) + " of the bytes";
    text(svg, lead, "lead", x, y + cellHeight + FIRST_LINE);
    if (Double.isFinite(version.msSsim())) {
      String quality = "MS-SSIM " + ReportPage.quality(version.msSsim());
      text(svg, quality, "detail", x, y + cellHeight + SECOND_LINE);
    }
    svg.line();
  }

  private static void text(Html svg, String text, String kind, int x, int y) {
    svg.element("text", text, "class", kind, "x", Integer.toString(x), "y", Integer.toString(y));
  }
}
