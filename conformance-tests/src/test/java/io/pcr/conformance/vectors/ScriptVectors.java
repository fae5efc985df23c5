package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_JPEG;
import static io.pcr.format.error.ErrorCode.BAD_SCRIPT;
import static io.pcr.format.error.ErrorCode.BAD_UTF8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Scan scripts that break a rule. */
final class ScriptVectors {
  private static final int MASK = 0;
  private static final int SS = 1;
  private static final int SE = 2;
  private static final int AH = 3;
  private static final int AL = 4;
  private static final int GROUP = 5;

  private final Vectors to;

  private ScriptVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    ScriptVectors vectors = new ScriptVectors(to);
    vectors.good();
    vectors.sets();
    vectors.scans();
    vectors.progressions();
  }

  private static TableDraft scripts(TableDraft metadata) {
    return metadata.table("scan_scripts");
  }

  private void good() {
    to.goodButForImages(
        "script-classes.pcr",
        BAD_JPEG,
        "scripts of all four classes, a name of 64 characters",
        Drafts.one()
            .metadata(
                table ->
                    scripts(table)
                        .set(
                            "name",
                            ManifestDraft.utf8(
                                "0-._abcdefghijklmnopqrstuvwxyz".concat("x".repeat(34))))
                        .set("scripts", List.of(flat(1, 1), flat(2, 3), flat(3, 3), flat(4, 4))))
            .build(),
        "R-SCRIPT-1 R-SCRIPT-2 R-SCRIPT-3");
    to.good(
        "script-refined.pcr",
        "DC and AC refined from bit position 10",
        Drafts.empty().metadata(table -> table.set("scan_scripts", set(refined(10)))).build(),
        "R-SCRIPT-3 R-META-6");
    to.good(
        "script-none.pcr",
        "a set of no scripts",
        Drafts.empty().metadata(table -> table.set("scan_scripts", set(List.of()))).build(),
        "R-META-6");
    to.good(
        "script-64-scans.pcr",
        "a script of 64 scans",
        Drafts.empty()
            .metadata(
                table ->
                    table.set(
                        "scan_scripts", set(List.of(ScriptDrafts.script(1, perCoefficient(64))))))
            .build(),
        "R-SCRIPT-1");
  }

  /** DC and AC of each component whole, in group 1. */
  private static TableDraft flat(int colorClass, int components) {
    List<int[]> scans = new ArrayList<>();
    for (int c = 0; c < components; c++) {
      scans.add(new int[] {1 << c, 0, 0, 0, 0, 1});
      scans.add(new int[] {1 << c, 1, 63, 0, 0, 1});
    }
    return ScriptDrafts.script(colorClass, scans);
  }

  private static TableDraft set(List<TableDraft> scripts) {
    return new TableDraft("ScanScripts")
        .set("name", ManifestDraft.utf8("x"))
        .set("scripts", scripts);
  }

  /** DC and AC, each from a bit position down to 0. */
  private static List<TableDraft> refined(int from) {
    List<int[]> scans = new ArrayList<>();
    for (int se : new int[] {0, 63}) {
      int ss = Math.min(se, 1);
      scans.add(new int[] {1, ss, se, 0, from, 1});
      for (int al = from - 1; al >= 0; al--) {
        scans.add(new int[] {1, ss, se, al + 1, al, 1});
      }
    }
    return List.of(ScriptDrafts.script(1, scans));
  }

  /** A scan for each coefficient, as many as wanted; 64 are complete. */
  private static List<int[]> perCoefficient(int count) {
    List<int[]> scans = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      scans.add(new int[] {1, k, k, 0, 0, 1});
    }
    return scans;
  }

  private void bad(String name, String about, Consumer<TableDraft> edit, String ids) {
    to.bad(
        "script-" + name + ".pcr",
        BAD_SCRIPT,
        about,
        Drafts.one().metadata(table -> edit.accept(scripts(table))).build(),
        ids);
  }

  private void sets() {
    bad("name-empty", "a name of no characters", set -> set.set("name", new byte[0]), "R-META-6");
    bad("name-absent", "no name", set -> set.remove("name"), "R-META-6");
    bad(
        "name-upper",
        "an upper-case letter in the name",
        set -> set.set("name", ManifestDraft.utf8("Default")),
        "R-META-6");
    bad(
        "name-dash",
        "a name that begins with a dash",
        set -> set.set("name", ManifestDraft.utf8("-x")),
        "R-META-6");
    bad(
        "name-line",
        "a name that ends with a line feed",
        set -> set.set("name", ManifestDraft.utf8("x\n")),
        "R-META-6");
    bad(
        "name-65",
        "a name of 65 characters",
        set -> set.set("name", ManifestDraft.utf8("x".repeat(65))),
        "R-META-6");
    to.bad(
        "script-name-utf8.pcr",
        BAD_UTF8,
        "a name that is not UTF-8",
        Drafts.one()
            .metadata(table -> scripts(table).set("name", new byte[] {(byte) 0x80}))
            .build(),
        "R-TEXT-1");
    bad(
        "class-0",
        "a script for OPAQUE",
        set -> set.element("scripts", 0).set("color_class", 0),
        "R-SCRIPT-1");
    bad(
        "class-5",
        "a script for colour class 5",
        set -> set.element("scripts", 1).set("color_class", 5),
        "R-SCRIPT-1");
    bad(
        "class-twice",
        "two scripts for YCBCR",
        set -> set.set("scripts", Collections.nCopies(2, set.element("scripts", 1))),
        "R-SCRIPT-1");
    bad(
        "classes-descend",
        "classes that descend",
        set -> set.set("scripts", List.of(set.element("scripts", 1), set.element("scripts", 0))),
        "R-SCRIPT-1");
    bad(
        "no-scans",
        "a script of no scans",
        set -> set.element("scripts", 0).set("scans", List.of()),
        "R-SCRIPT-1");
    bad(
        "65-scans",
        "a script of 65 scans",
        set -> set.element("scripts", 0).set("scans", perCoefficient(65)),
        "R-SCRIPT-1");
  }

  /** Sets a number of a scan of the colour script: 0 DC, 1 to 4 AC, 5 refines DC. */
  private void scan(String name, String about, int scan, int number, int value, String ids) {
    bad(
        name,
        about,
        set -> ((int[]) set.element("scripts", 1).list("scans").get(scan))[number] = value,
        ids);
  }

  private void scans() {
    scan("components-0", "a scan of no components", 0, MASK, 0, "R-SCRIPT-1");
    scan("component-3", "component 3 of YCBCR", 1, MASK, 8, "R-SCRIPT-1");
    scan("component-bit-4", "component bit 4", 0, MASK, 0x17, "R-SCRIPT-1");
    bad("ac-of-two", "an AC scan of two components", set -> acOfTwo(set), "R-SCRIPT-1");
    bad("dc-and-ac", "a scan of DC and AC", set -> dcAndAc(set), "R-SCRIPT-1");
    scan("ss-above-se", "ss above se", 1, SS, 6, "R-SCRIPT-1");
    scan("se-64", "se 64", 2, SE, 64, "R-SCRIPT-1");
    to.bad(
        "script-al-11.pcr",
        BAD_SCRIPT,
        "al 11 in the first scan, so that ah is 11 in the second",
        Drafts.empty().metadata(table -> table.set("scan_scripts", set(refined(11)))).build(),
        "R-SCRIPT-1");
    scan("group-0", "group 0", 0, GROUP, 0, "R-SCRIPT-2");
    scan("first-group-2", "the first scan in group 2", 0, GROUP, 2, "R-SCRIPT-2");
    scan("group-falls", "a group that falls", 2, GROUP, 1, "R-SCRIPT-2");
    scan("group-4", "group 4 of three", 5, GROUP, 4, "R-SCRIPT-2");
  }

  private void progressions() {
    scan("first-ah", "a first scan with ah 1", 1, AH, 1, "R-SCRIPT-3");
    scan("refine-from", "a refinement from another bit position", 5, AH, 2, "R-SCRIPT-3");
    scan("refine-by-two", "a refinement of two bits", 0, AL, 2, "R-SCRIPT-3");
    scan("left-at-1", "coefficients left at al 1", 4, AL, 1, "R-SCRIPT-3");
    scan("gap", "a coefficient in no scan", 2, SS, 7, "R-SCRIPT-3");
    scan("overlap", "a coefficient in two first scans", 2, SS, 5, "R-SCRIPT-3");
    bad("ac-first", "AC before DC", set -> acFirst(set), "R-SCRIPT-3");
    bad(
        "component-missing",
        "a component without AC",
        set -> mutableScans(set).remove(4),
        "R-SCRIPT-3");
  }

  /** AC of both colours in one scan, all else as it should be. */
  private static void acOfTwo(TableDraft set) {
    List<int[]> scans = mutableScans(set);
    scans.remove(4);
    scans.get(3)[MASK] = 6;
  }

  /** All of luma in the first scan, the colours whole behind it. */
  private static void dcAndAc(TableDraft set) {
    set.element("scripts", 1)
        .set(
            "scans",
            List.of(
                new int[] {1, 0, 63, 0, 0, 1},
                new int[] {6, 0, 0, 0, 0, 1},
                new int[] {2, 1, 63, 0, 0, 2},
                new int[] {4, 1, 63, 0, 0, 3}));
  }

  /** AC in group 1 too, so that the groups do not fall. */
  private static void acFirst(TableDraft set) {
    List<int[]> scans = mutableScans(set);
    Collections.swap(scans, 0, 1);
    scans.get(0)[GROUP] = 1;
  }

  @SuppressWarnings("unchecked")
  private static List<int[]> mutableScans(TableDraft set) {
    List<int[]> scans = new ArrayList<>((List<int[]>) set.element("scripts", 1).list("scans"));
    set.element("scripts", 1).set("scans", scans);
    return scans;
  }
}
