package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_TARGETS;
import static io.pcr.format.error.ErrorCode.BAD_UTF8;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** What groups were chosen to show, stated in every way and wrongly. */
final class TargetVectors {
  private final Vectors to;

  private TargetVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    TargetVectors vectors = new TargetVectors(to);
    vectors.good();
    vectors.sizes();
    vectors.values();
  }

  private void good(String name, String about, TableDraft targets, String ids) {
    to.good(
        "targets-" + name + ".pcr",
        about,
        Drafts.one().metadata(table -> table.set("targets", targets)).build(),
        ids);
  }

  private void good() {
    good(
        "slope",
        "targets by slope, at their least and most",
        TargetDrafts.table(2, 1, 999_999),
        "R-TARGET-1 R-TARGET-2 R-META-8");
    good(
        "at",
        "targets at 224 pixels",
        TargetDrafts.targets(3).set("at", ManifestDraft.utf8("resize:256,crop:224")),
        "R-TARGET-1");
    good(
        "at-most",
        "targets at the most pixels",
        TargetDrafts.targets(3).set("at", ManifestDraft.utf8("resize:65535,crop:65535")),
        "R-TARGET-1");
    good(
        "at-empty",
        "a size of no bytes, which is the full size",
        TargetDrafts.targets(3).set("at", new byte[0]),
        "R-TARGET-1");
    good(
        "midpoint",
        "targets for midpoint reconstruction",
        TargetDrafts.targets(3).set("reconstruction", 1),
        "R-TARGET-1");
    to.good(
        "targets-none.pcr",
        "an image in three groups, and no targets",
        Drafts.one().metadata(table -> table.remove("targets")).build(),
        "R-META-8");
    to.good(
        "targets-one-group.pcr",
        "targets of one group, which has none",
        Drafts.empty().metadata(table -> table.set("targets", TargetDrafts.targets(1))).build(),
        "R-TARGET-2");
    to.good(
        "targets-64-groups.pcr", "63 targets", ShardDraft.pcr(64, List.of()).build(), "R-TARGET-2");
  }

  private void bad(String name, String about, Consumer<TableDraft> edit, String ids) {
    to.bad(
        "targets-" + name + ".pcr",
        BAD_TARGETS,
        about,
        Drafts.one().metadata(table -> edit.accept(table.table("targets"))).build(),
        ids);
  }

  private void at(String name, String about, String at) {
    bad("at-" + name, about, table -> table.set("at", ManifestDraft.utf8(at)), "R-TARGET-1");
  }

  private void sizes() {
    bad("metric-0", "metric 0", table -> table.set("metric", 0), "R-TARGET-1");
    bad("metric-2", "metric 2", table -> table.set("metric", 2), "R-TARGET-1");
    bad("way-0", "way 0", table -> table.set("way", 0), "R-TARGET-1");
    bad("way-3", "way 3", table -> table.set("way", 3), "R-TARGET-1");
    bad("reconstruction-2", "reconstruction 2", t -> t.set("reconstruction", 2), "R-TARGET-1");
    at("full", "the full size with a name", "full");
    at("upper", "an upper-case letter in the size", "Resize:256,crop:224");
    at("line", "a size that ends with a line feed", "resize:256,crop:224\n");
    at("resize", "a resize and no crop", "resize:256");
    at("crop", "a crop and no resize", "crop:224");
    at("0", "a crop to 0 pixels", "resize:256,crop:0");
    at("leading", "a resize with a leading zero", "resize:0256,crop:224");
    at("65536", "a resize to 65,536 pixels", "resize:65536,crop:224");
    at("beyond", "a crop beyond the picture", "resize:224,crop:256");
    at("digits", "digits that are not those of ASCII", "resize:\u0662\u0665\u0666,crop:1");
    to.bad(
        "targets-at-utf8.pcr",
        BAD_UTF8,
        "a size that is not UTF-8",
        Drafts.one()
            .metadata(table -> table.table("targets").set("at", new byte[] {(byte) 0x80}))
            .build(),
        "R-TEXT-1");
  }

  private void value(String name, String about, long... values) {
    bad(name, about, table -> table.set("values", values), "R-TARGET-2");
  }

  private void values() {
    value("none", "no targets for three groups");
    value("few", "a target for three groups", 900_000);
    value("many", "three targets for three groups", 900_000, 950_000, 960_000);
    value("64", "64 targets", LongStream.rangeClosed(1, 64).toArray());
    value("0", "a target of 0", 0, 950_000);
    value("1", "a target of 1", 900_000, 1_000_000);
    value("beyond", "a target of 2^31 millionths", 900_000, 1L << 31);
    value("same", "two groups of the same target", 950_000, 950_000);
    value("fall", "targets that fall", 950_000, 900_000);
  }
}
