package io.pcr.tools.tune;

import io.pcr.advisor.internal.strategy.PrestoStudy;
import io.pcr.advisor.internal.strategy.ScoreWeights;
import io.pcr.advisor.internal.strategy.ScoredStrategy;
import io.pcr.advisor.internal.strategy.ScoredStrategy.Candidate;
import io.pcr.advisor.internal.strategy.ScoredStrategy.Condition;
import io.pcr.advisor.internal.strategy.StrategyRow;
import io.pcr.format.internal.text.Units;
import io.pcr.tools.terminal.Table;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code pcr tune --study presto} prints: a table for each cache, best first, or JSON. */
record PrestoReport(PrestoStudy.Result result, ScoreWeights weights, Path rows) {
  void print(StudyRequest request) {
    Terminal terminal = request.terminal();
    Map<Condition, List<ScoredStrategy>> scored = ScoredStrategy.compare(result.rows(), weights);
    if (request.json()) {
      terminal.out().println(json(scored));
    } else {
      scored.forEach((condition, strategies) -> table(condition, strategies, terminal));
    }
    terminal.out().flush();
    result
        .reason()
        .ifPresent(
            reason ->
                request.say(
                    Units.count(result.missing(), "run")
                        + " left, because "
                        + reason
                        + ": the same command goes on with them"));
  }

  private void table(Condition condition, List<ScoredStrategy> strategies, Terminal terminal) {
    terminal
        .out()
        .println(
            Units.count(condition.samples(), "image") + " an epoch, cache " + condition.cache());
    boolean isOnePipeline =
        strategies.stream().map(each -> each.candidate().key().subject()).distinct().count() == 1;
    Table table =
        new Table()
            .left("done once until")
            .left("stored as")
            .right("threads")
            .left("shuffle")
            .right("images/s")
            .right("CPU ms")
            .right("read")
            .right("stored")
            .right("prepared in")
            .right("score")
            .left("front")
            .left("pipeline");
    for (ScoredStrategy strategy : strategies) {
      Candidate candidate = strategy.candidate();
      StrategyRow.Key key = candidate.key();
      table.row(
          key.last(),
          key.format(),
          key.threads(),
          key.shuffle(),
          Math.round(candidate.rate()),
          decimals("%.2f", 1000 * candidate.cpuSeconds() / key.samples()),
          Units.bytes(Math.round(candidate.readBytes())),
          Units.bytes(Math.round(candidate.storedBytes())),
          decimals("%.1f s", candidate.preparationSeconds()),
          decimals("%.3f", strategy.score()),
          strategy.isOnFront() ? "*" : "",
          isOnePipeline ? "" : key.subject());
    }
    table.lines("  ", terminal.outColumns()).forEach(terminal.out()::println);
    terminal.out().println();
  }

  private static String decimals(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private String json(Map<Condition, List<ScoredStrategy>> scored) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("rows", rows.toString()).put("missing_runs", result.missing());
    json.beginObject("weights")
        .put("preparation", weights.preparation())
        .put("storage", weights.storage())
        .put("throughput", weights.throughput())
        .end();
    json.beginArray("conditions");
    scored.forEach(
        (condition, strategies) -> {
          json.beginObject().put("samples", condition.samples()).put("cache", condition.cache());
          json.beginArray("strategies");
          strategies.forEach(strategy -> put(json, strategy));
          json.end().end();
        });
    return json.end().end().toString();
  }

  private static void put(JsonWriter json, ScoredStrategy strategy) {
    Candidate candidate = strategy.candidate();
    StrategyRow.Key key = candidate.key();
    json.beginObject()
        .put("pipeline", key.subject())
        .put("last_step", key.last())
        .put("format", key.format())
        .put("threads", key.threads())
        .put("shuffle", key.shuffle())
        .put("runs", candidate.runs())
        .put("samples_per_second", candidate.rate())
        .put("cpu_seconds", candidate.cpuSeconds())
        .put("read_bytes", candidate.readBytes())
        .put("stored_bytes", candidate.storedBytes())
        .put("prepare_seconds", candidate.preparationSeconds())
        .put("score", strategy.score())
        .put("front", strategy.isOnFront())
        .end();
  }
}
