package io.pcr.tools.tune;

import io.pcr.advisor.internal.ratio.FormatPair;
import io.pcr.advisor.internal.ratio.RatioSearch;
import io.pcr.advisor.internal.ratio.RatioSearch.Found;
import io.pcr.advisor.internal.ratio.RatioSearch.Ratio;
import io.pcr.format.internal.text.Units;
import io.pcr.format.metadata.Encoding;
import io.pcr.tools.terminal.Table;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import io.pcr.writer.liquid.FormatMix;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code pcr tune --study formats} prints.
 *
 * @param sizes of the formats, the smaller first
 * @param notice why the page cache was not bypassed
 */
record FormatsReport(List<FormatPair.Size> sizes, Found found, Optional<String> notice) {
  /** The mix of the best ratio, of formats of Liquid shards. */
  FormatMix mix() {
    int raw = found.best().rawTenths();
    return FormatMix.of(Map.of(encoding(0), RatioSearch.TENTHS - raw, encoding(1), raw));
  }

  private Encoding encoding(int which) {
    return sizes.get(which).format().encoding();
  }

  private boolean isLiquid() {
    return sizes.stream().allMatch(size -> size.format().isLiquid());
  }

  void print(StudyRequest request) {
    Terminal terminal = request.terminal();
    if (request.json()) {
      terminal.out().println(json());
    } else {
      lines(terminal);
    }
    terminal.out().flush();
    notice.ifPresent(request::say);
  }

  private void lines(Terminal terminal) {
    for (FormatPair.Size size : sizes) {
      terminal
          .out()
          .println(
              size.format()
                  + ": "
                  + Units.bytes(size.bytes() / size.images())
                  + " an image"
                  + (size.otherwise() == 0
                      ? ""
                      : ", " + size.otherwise() + " of " + size.images() + " kept as they came"));
    }
    terminal.out().println();
    Table table =
        new Table()
            .left(sizes.get(0).format() + ":" + sizes.get(1).format())
            .right("loading, images/s")
            .right("decoding, images/s")
            .left("bound by")
            .left("");
    found.measured().stream()
        .sorted(Comparator.comparingInt(Ratio::rawTenths))
        .forEach(
            ratio ->
                table.row(
                    ratio.text(),
                    Math.round(ratio.loading()),
                    Math.round(ratio.decoding()),
                    ratio.loading() < ratio.decoding() ? "loading" : "decoding",
                    ratio.equals(found.best()) ? "best" : ""));
    table.lines("  ", terminal.outColumns()).forEach(terminal.out()::println);
    terminal.out().println();
    terminal
        .out()
        .println(
            found.best().text()
                + " gives at most "
                + Math.round(found.best().bound())
                + " images/s"
                + (isLiquid() ? ": pcr convert IMAGES OUT --variant=liquid --mix=" + mix() : ""));
  }

  private String json() {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.beginArray("formats");
    for (FormatPair.Size size : sizes) {
      json.beginObject()
          .put("format", size.format().toString())
          .put("bytes", size.bytes())
          .put("images", size.images())
          .put("otherwise", size.otherwise())
          .end();
    }
    json.end().beginArray("ratios");
    for (Ratio ratio : found.measured()) {
      json.beginObject()
          .put("ratio", ratio.text())
          .put("loading", ratio.loading())
          .put("decoding", ratio.decoding())
          .end();
    }
    json.end().put("best", found.best().text());
    if (isLiquid()) {
      json.put("mix", mix().toString());
    }
    return json.end().toString();
  }
}
