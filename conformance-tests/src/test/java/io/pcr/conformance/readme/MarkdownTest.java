package io.pcr.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of this tree have short lines, and their links lead to files. */
class MarkdownTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final int COLUMNS = 100;

  /** Cannot be broken: a link, a picture, code within a line. */
  private static final Pattern UNBREAKABLE = Pattern.compile("\\[[^]]*]\\([^)]*\\)|`[^`]*`");

  private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)[^)]*\\)");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`]*`");

  /** In a line of prose, the name of a class, maybe with a method. */
  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.\\w+)?`");

  /** The files of the tree, without those that a build or a tool has made. */
  private static List<Path> files(String suffix) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT)) {
      for (Path path : top.filter(path -> !name(path).startsWith(".")).toList()) {
        try (Stream<Path> files = Files.walk(path)) {
          files.filter(file -> name(file).endsWith(suffix) && !isBuilt(file)).forEach(found::add);
        }
      }
    }
    return found;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = files(".md");
    assertTrue(pages.contains(ROOT.resolve("README.md")), () -> "only " + pages);
    return pages;
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static boolean isBuilt(Path file) {
    return ROOT.relativize(file).toString().contains("target/");
  }

  /** The lines of a page without blocks of code and rows of tables, each with its number. */
  private static List<String> prose(Path page) throws IOException {
    List<String> prose = new ArrayList<>();
    boolean code = false;
    int number = 0;
    for (String line : Files.readAllLines(page)) {
      number++;
      if (line.strip().startsWith("```")) {
        code = !code;
      } else if (!code && !line.startsWith("    ") && !line.startsWith("|")) {
        prose.add(ROOT.relativize(page) + ":" + number + ":" + line);
      }
    }
    return prose;
  }

  private static boolean isTooLong(String line) {
    String words =
        UNBREAKABLE.matcher(line).replaceAll(m -> "x".repeat(m.group().length())).stripTrailing();
    return words.codePointCount(0, words.length()) > COLUMNS
        && words.replaceFirst("^\\s*([-*]|\\d+\\.)?\\s*", "").contains(" ");
  }

  @Test
  void proseHasAtMostAHundredColumns() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path page : pages()) {
      for (String line : prose(page)) {
        if (isTooLong(line.split(":", 3)[2])) {
          tooLong.add(line);
        }
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void linksLeadToFiles() throws IOException {
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      String text = CODE.matcher(Files.readString(page)).replaceAll("");
      for (Matcher link = LINK.matcher(text); link.find(); links++) {
        if (!link.group(1).contains("://")
            && !Files.exists(page.resolveSibling(link.group(1)).normalize())) {
          dead.add(page + ": " + link.group(1));
        }
      }
    }
    assertEquals(List.of(), dead);
    assertTrue(links > 20, "only " + links);
  }

  @Test
  void classesThatTheArchitecturePageNamesExist() throws IOException {
    Set<String> known = files(".java").stream().map(MarkdownTest::name).collect(Collectors.toSet());
    String page = Files.readString(ROOT.resolve("docs/architecture.md"));
    List<String> named = CLASS.matcher(page).results().map(found -> found.group(1)).toList();
    assertTrue(named.size() > 50, () -> "only " + named);
    assertEquals(
        List.of(), named.stream().filter(name -> !known.contains(name + ".java")).toList());
  }

  @Test
  void everyPageOfTheDocsIsListed() throws IOException {
    String list = Files.readString(ROOT.resolve("docs/README.md"));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      for (Path page : docs.filter(path -> name(path).endsWith(".md")).toList()) {
        assertTrue(
            name(page).equals("README.md") || list.contains("](" + name(page) + ")"),
            () -> page + " is not in docs/README.md");
      }
    }
  }
}
