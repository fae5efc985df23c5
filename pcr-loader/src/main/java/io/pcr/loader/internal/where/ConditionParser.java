package io.pcr.loader.internal.where;

import io.pcr.loader.internal.where.Lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Reads conditions; each method is a rule of the grammar in spec/loader.md 11. */
public final class ConditionParser {
  private static final int MAX_DEPTH = 100;

  private final List<Token> tokens;
  private final SampleNames names;
  private int next;
  private int depth;

  private ConditionParser(List<Token> tokens, SampleNames names) {
    this.tokens = tokens;
    this.names = names;
  }

  /**
   * Reads a condition.
   *
   * @throws IllegalArgumentException when it is none, or not one for samples with these names; says
   *     what is wrong and where
   */
  public static Condition parse(String text, SampleNames names) {
    ConditionParser parser = new ConditionParser(Lexer.tokens(text), names);
    Condition condition = parser.condition();
    if (parser.peek().type() != Lexer.Type.END) {
      throw parser.unexpected("the end");
    }
    return condition;
  }

  static IllegalArgumentException wrong(String what, int at) {
    return new IllegalArgumentException("condition: " + what + ", at character " + (at + 1));
  }

  private IllegalArgumentException unexpected(String wanted) {
    return wrong(peek().text() + " stands where " + wanted + " is expected", peek().at());
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean take(String sign) {
    boolean isThere = peek().is(sign);
    next += isThere ? 1 : 0;
    return isThere;
  }

  private void require(String sign) {
    if (!take(sign)) {
      throw unexpected(sign);
    }
  }

  private Condition condition() {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(conjunction());
    } while (take("or"));
    return joined(parts, Verdict.HOLDS);
  }

  private Condition conjunction() {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(negation());
    } while (take("and"));
    return joined(parts, Verdict.FAILS);
  }

  private static Condition joined(List<Condition> parts, Verdict deciding) {
    return parts.size() == 1 ? parts.get(0) : new Condition.Joined(List.copyOf(parts), deciding);
  }

  private Condition negation() {
    boolean isNegated = take("not");
    if (!isNegated && !take("(")) {
      return test();
    }
    if (depth++ == MAX_DEPTH) {
      throw wrong("more than " + MAX_DEPTH + " conditions are inside one another", peek().at());
    }
    Condition inside = isNegated ? new Condition.Not(negation()) : condition();
    if (!isNegated) {
      require(")");
    }
    depth--;
    return inside;
  }

  private Condition test() {
    int at = peek().at();
    Operand left = value();
    if (take("in")) {
      return member(left);
    }
    if (take("not")) {
      require("in");
      return new Condition.Not(member(left));
    }
    List<Condition> parts = new ArrayList<>();
    for (Optional<Comparison> sign = comparison(); sign.isPresent(); sign = comparison()) {
      int comparedAt = peek().at();
      Operand right = value();
      requireComparable(left, sign.get(), right, comparedAt);
      parts.add(new Condition.Compared(left, sign.get(), right));
      left = right;
    }
    if (!parts.isEmpty()) {
      return joined(parts, Verdict.FAILS);
    }
    if (left.kind() != Kind.TRUTH) {
      throw wrong(left.kind() + " stands where a comparison is expected", at);
    }
    return new Condition.Tested(left);
  }

  private Optional<Comparison> comparison() {
    Optional<Comparison> found =
        peek().type() == Lexer.Type.SIGN ? Comparison.of(peek().text()) : Optional.empty();
    next += found.isPresent() ? 1 : 0;
    return found;
  }

  private static void requireComparable(Operand left, Comparison sign, Operand right, int rightAt) {
    if (left.kind() != right.kind()) {
      throw wrong(left.kind() + " is compared with " + right.kind(), rightAt);
    }
    if (sign.isOfOrder() && left.kind() == Kind.TRUTH) {
      throw wrong("truths are neither less nor greater", rightAt);
    }
  }

  private Condition member(Operand value) {
    String end = peek().is("[") ? "]" : ")";
    if (!take("[")) {
      require("(");
    }
    NavigableSet<Object> constants = new TreeSet<>(ValueOrder::compare);
    while (!take(end)) {
      Token constant = peek();
      if (constant.type() != Lexer.Type.CONSTANT) {
        throw unexpected("a constant or " + end);
      }
      requireComparable(value, Comparison.EQUAL, constant.constant(), constant.at());
      constants.add(constant.constant().value());
      next++;
      if (!peek().is(end)) {
        require(",");
      }
    }
    return new Condition.Member(value, constants);
  }

  private Operand value() {
    Token found = peek();
    if (found.type() == Lexer.Type.CONSTANT) {
      next++;
      return found.constant();
    }
    if (found.type() != Lexer.Type.NAME) {
      throw unexpected("a name or constant");
    }
    next++;
    return names.of(found.text());
  }
}
