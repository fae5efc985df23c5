package io.pcr.format.script;

import io.pcr.format.ColorClass;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of the text form of {@link ScanScripts}. As in jpegtran, commas, hyphens and white space
 * between numbers all separate, {@code #} starts a comment, and the last semicolon before the end
 * may be missing.
 */
final class ScanScriptsParser {
  static final String UNNAMED = "custom";
  private static final int MAX_TEXT = 64 << 10;

  /**
   * After separators and comments: a number, a word, one of the marks, or whatever else stands
   * there.
   */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?:[\\s,\\-]|#[^\\n]*)*+(?:([0-9]+)|([A-Za-z][A-Za-z0-9._-]*)|([\\[\\]:;@])|(.)|$)",
          Pattern.DOTALL);

  /** No number of a script is longer; parsing what is would overflow. */
  private static final int MAX_DIGITS = 4;

  private final String text;
  private final Matcher matcher;
  private String token = "";
  private boolean numeric;

  private String name = UNNAMED;
  private int groupCount;
  private final List<ScanScript> scripts = new ArrayList<>();

  ScanScriptsParser(String text) {
    if (text.length() > MAX_TEXT) {
      throw new InvalidScanScriptException(
          "a script text of " + text.length() + " characters; the limit is " + MAX_TEXT);
    }
    this.text = text;
    this.matcher = TOKEN.matcher(text);
    advance();
  }

  ScanScripts parse() {
    parseHead();
    if (numeric) {
      parseScans(ColorClass.YCBCR);
    }
    while (!token.isEmpty()) {
      parseScans(parseSectionHead());
    }
    if (groupCount == 0) {
      groupCount = scripts.stream().mapToInt(ScanScript::lastGroup).max().orElse(1);
    }
    return ScanScripts.of(name, groupCount, scripts);
  }

  private void parseHead() {
    while (token.equals("script") || token.equals("groups")) {
      boolean isName = token.equals("script");
      int line = line();
      if (isName) {
        name = restOfLine();
      } else {
        advance();
        groupCount = number("the group count");
      }
      if (!isName && (groupCount < 1 || groupCount > Scan.MAX_GROUP)) {
        throw new InvalidScanScriptException(
            "line "
                + line
                + ": group count must be 1 to "
                + Scan.MAX_GROUP
                + ", not "
                + groupCount);
      }
    }
  }

  /**
   * A name may begin with a digit and hold hyphens, so it is taken as text rather than as tokens.
   */
  private String restOfLine() {
    int start = matcher.regionStart();
    int end = text.indexOf('\n', start);
    end = end < 0 ? text.length() : end;
    String rest = text.substring(start, end);
    int comment = rest.indexOf('#');
    matcher.region(end, text.length());
    advance();
    return (comment < 0 ? rest : rest.substring(0, comment)).strip();
  }

  private ColorClass parseSectionHead() {
    expect("[");
    String label = token;
    ColorClass colorClass =
        ColorClass.ofLabel(label)
            .orElseThrow(
                () ->
                    fault(
                        "\""
                            + label
                            + "\" is not a colour class; the classes are grey, ycbcr, rgb, four"));
    advance();
    expect("]");
    return colorClass;
  }

  private void parseScans(ColorClass colorClass) {
    List<Scan> scans = new ArrayList<>();
    int firstLine = line();
    while (numeric) {
      if (scans.size() == ScanScript.MAX_SCANS) {
        throw fault("a script has at most " + ScanScript.MAX_SCANS + " scans");
      }
      scans.add(parseScan());
    }
    try {
      scripts.add(new ScanScript(colorClass, scans));
    } catch (InvalidScanScriptException e) {
      throw new InvalidScanScriptException(
          "in the section from line " + firstLine + ": " + e.getMessage());
    }
  }

  private Scan parseScan() {
    int line = line();
    List<Integer> components = new ArrayList<>();
    while (numeric && components.size() < Scan.MAX_COMPONENTS) {
      components.add(number("a component"));
    }
    int ss = 0;
    int se = Scan.MAX_COEFFICIENT;
    int ah = 0;
    int al = 0;
    if (token.equals(":")) {
      advance();
      ss = number("Ss");
      se = number("Se");
      ah = number("Ah");
      al = number("Al");
    }
    if (numeric) {
      throw fault("a scan has at most " + Scan.MAX_COMPONENTS + " components and four numbers");
    }
    if (!token.equals("@")) {
      throw fault("the scan's group is missing; write @ and its number before the semicolon");
    }
    advance();
    int group = number("the group");
    if (!token.isEmpty() && !token.equals("[")) {
      expect(";");
    }
    try {
      return new Scan(components, ss, se, ah, al, group);
    } catch (InvalidScanScriptException e) {
      throw new InvalidScanScriptException("line " + line + ": " + e.getMessage());
    }
  }

  private int number(String what) {
    if (!numeric || token.length() > MAX_DIGITS) {
      throw fault("expected " + what + ", found " + found());
    }
    int value = Integer.parseInt(token);
    advance();
    return value;
  }

  private void expect(String mark) {
    if (!token.equals(mark)) {
      throw fault("expected \"" + mark + "\", found " + found());
    }
    advance();
  }

  private String found() {
    return token.isEmpty() ? "the end of the text" : "\"" + token + "\"";
  }

  private void advance() {
    if (!matcher.lookingAt()) {
      throw new IllegalStateException(
          "the last alternative of the token pattern matches everything");
    }
    numeric = matcher.group(1) != null;
    token = "";
    for (int group = 1; group <= matcher.groupCount() && token.isEmpty(); group++) {
      token = matcher.group(group) == null ? "" : matcher.group(group);
    }
    matcher.region(matcher.end(), text.length());
  }

  /** The line of the current token; the region begins right behind it. */
  private int line() {
    int end = matcher.regionStart();
    return 1 + (int) text.chars().limit(end).filter(c -> c == '\n').count();
  }

  private InvalidScanScriptException fault(String problem) {
    return new InvalidScanScriptException("line " + line() + ": " + problem);
  }
}
