package io.pcr.tools.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Builds a page in which text from a dataset cannot become markup: text and attribute values are
 * always escaped, names of elements and attributes are checked, and attributes that could run or
 * fetch something are refused. Not thread-safe.
 */
public final class Html {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");
  private static final Set<String> VOID = Set.of("meta", "img", "input", "br");

  private final StringBuilder page;
  private final Deque<String> open = new ArrayDeque<>();

  private Html(String head) {
    page = new StringBuilder(head);
  }

  /** A page. */
  public static Html page() {
    return new Html("<!DOCTYPE html>\n");
  }

  /** A drawing in a file of its own: SVG, which has the same syntax. */
  static Html drawing() {
    return new Html("");
  }

  /** Begins an element; {@code attributes} are names and values in turn. */
  public Html open(String element, String... attributes) {
    tag(element, attributes);
    if (VOID.contains(element)) {
      throw new IllegalArgumentException(element + " has no content");
    }
    open.push(element);
    return this;
  }

  /** Ends the element that was begun last; its name is said again so that slips show at once. */
  public Html close(String element) {
    if (!element.equals(open.peek())) {
      throw new IllegalStateException(element + " closed while " + open.peek() + " is open");
    }
    page.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element with text in it. */
  public Html element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close(element);
  }

  /** An element without content. */
  public Html empty(String element, String... attributes) {
    if (VOID.contains(element)) {
      tag(element, attributes);
      return this;
    }
    return open(element, attributes).close(element);
  }

  /** Text, as text. */
  public Html text(String text) {
    escape(text);
    return this;
  }

  public Html line() {
    page.append('\n');
    return this;
  }

  /** Our own style or script, whose hash the page's policy names. */
  public Html inline(String element, String content) {
    if (content.contains("</")) {
      throw new IllegalArgumentException("inline " + element + " must not hold an end tag");
    }
    page.append('<').append(element).append('>').append(content);
    page.append("</").append(element).append('>');
    return this;
  }

  /** {@code 'sha256-…'}, by which a policy allows one inline style or script and no other. */
  public static String policyHash(String content) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The page; every element must have been closed. */
  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("still open: " + open);
    }
    return page.toString();
  }

  private void tag(String element, String... attributes) {
    check(NAME.matcher(element).matches(), element);
    check(attributes.length % 2 == 0, element + " has an attribute without a value");
    page.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      checkAttribute(attributes[i], attributes[i + 1]);
      page.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      page.append('"');
    }
    page.append('>');
  }

  private static void checkAttribute(String name, String value) {
    check(NAME.matcher(name).matches() && !name.startsWith("on") && !name.equals("style"), name);
    if (name.equals("src")) {
      check(value.startsWith("data:image/"), "src fetches");
    }
    if (name.equals("href")) {
      check(value.startsWith("#") || value.startsWith("data:image/"), "href leads elsewhere");
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("not in a report: " + what);
    }
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> page.append("&amp;");
        case '<' -> page.append("&lt;");
        case '>' -> page.append("&gt;");
        case '"' -> page.append("&quot;");
        case '\'' -> page.append("&#39;");
        case '\0' -> page.append('\ufffd');
        default -> page.append(c);
      }
    }
  }
}
