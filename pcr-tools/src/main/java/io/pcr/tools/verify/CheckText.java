package io.pcr.tools.verify;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.check.CheckResult.LeftOver;
import io.pcr.reader.check.Damage;
import io.pcr.reader.check.IndexState;
import io.pcr.reader.check.Unchecked;
import io.pcr.tools.ShortageAdvice;
import io.pcr.tools.dataset.LimitOption;
import io.pcr.writer.internal.json.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a check found, in the words of the command line: with the command or option that helps. */
public final class CheckText {
  /** One line about an append that has not finished. */
  static final String UNFINISHED_RUN =
      "append: unfinished; the shards that it has written are not part of the dataset yet,"
          + " and were not checked";

  private static final String REBUILD = "'pcr index rebuild' builds it again from the shards";

  /** Of many, the first say enough; JSON has all. */
  private static final int SHOWN_LEFT_OVER = 10;

  private CheckText() {}

  /** Lines about files that no generation needs. */
  static List<String> leftOver(List<LeftOver> files) {
    List<String> lines = new ArrayList<>();
    for (LeftOver file : files.subList(0, Math.min(files.size(), SHOWN_LEFT_OVER))) {
      lines.add(
          "left over  "
              + Printable.line(file.file())
              + ": "
              + words(file.kind())
              + (file.bytes() == 0 ? "" : ", " + Units.bytes(file.bytes())));
    }
    if (files.size() > SHOWN_LEFT_OVER) {
      lines.add("left over  and " + (files.size() - SHOWN_LEFT_OVER) + " more, see --json");
    }
    if (files.stream().anyMatch(file -> !file.kind().isGeneration())) {
      lines.add(
          "left over files are no damage; while no command writes to the dataset, they can be"
              + " deleted, except generations");
    }
    return lines;
  }

  private static String words(LeftOver.Kind kind) {
    return switch (kind) {
      case TEMPORARY -> "a temporary file of a command that was interrupted";
      case SHARD -> "a shard that no generation lists";
      case PART -> "a list of shards that no generation names";
      case KEY_SEGMENT -> "a segment of the index of keys that no generation names";
      case TORN_GENERATION ->
          "a generation whose writer was interrupted before it was committed; its name stays taken";
      case EMPTIED_GENERATION -> "a generation that was emptied; its name stays taken";
    };
  }

  static void put(JsonWriter json, LeftOver file) {
    json.beginObject().put("file", file.file());
    json.put("kind", file.kind().name()).put("bytes", file.bytes()).end();
  }

  /** The damage with what to do about it. */
  public static Damage advised(Damage damage) {
    Damage advised = damage.withProblem(damage.problem() + LimitOption.advice(damage.limit()));
    boolean isIndex = damage.file().equals(IndexDirectory.FILE_NAME);
    if (isIndex && damage.problem().startsWith(IndexFinding.Problem.NEWER_GENERATION.name())) {
      return advised.withReadable(damage.readable() + "; 'pcr repair' saves those too");
    }
    return isIndex ? advised.withReadable(damage.readable() + ", " + REBUILD) : advised;
  }

  /** What was not checked, with what to do about it. */
  public static Unchecked advised(Unchecked left) {
    Optional<IOException> cause = left.cause();
    String problem = cause.flatMap(ShortageAdvice::of).orElse(left.problem());
    return left.withProblem(problem + LimitOption.advice(left.limit()) + another(left));
  }

  private static String another(Unchecked left) {
    return left.code().filter(code -> code == ErrorCode.UNSUPPORTED).isPresent()
        ? "; another version of pcr may know it"
        : "";
  }

  /** {@code intact}, as it stands in JSON. */
  static String word(IndexState index) {
    return index.kind().name().toLowerCase(Locale.ROOT);
  }

  /** One line about the index. */
  static String line(IndexState index) {
    String problem = index.problem();
    return Printable.line(
        switch (index.kind()) {
          case INTACT -> "index: intact";
          case MISSING -> "index: missing; it is built when it is first needed";
          case STALE -> "index: stale; it is built again when it is first needed (" + problem + ")";
          case NEWER -> "index: newer than the manifest (" + problem + "), and kept as it is";
          case DAMAGED -> "index: damaged (" + problem + "); no sample is lost, " + REBUILD;
          case UNREADABLE -> "index: not checked, it cannot be read (" + problem + ")";
        });
  }

  static void put(JsonWriter json, Damage damage) {
    json.beginObject().put("shard", damage.file()).put("code", damage.code().name());
    json.put("field", damage.field());
    if (damage.isOfSample()) {
      json.put("sample", damage.sample()).put("key", damage.key());
    }
    if (damage.group() != Damage.NONE) {
      json.put("group", damage.group());
    }
    json.put("offset", damage.offset()).put("problem", damage.problem());
    json.put("readable", damage.readable()).end();
  }

  static void put(JsonWriter json, Unchecked left) {
    json.beginObject().put("shard", left.file());
    left.code().ifPresent(code -> json.put("code", code.name()));
    json.put("problem", left.problem()).end();
  }
}
