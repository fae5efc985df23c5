package io.pcr.tools.inspect;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.reader.internal.stored.CutShard;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The drawings of all shards, one after the other. */
final class Layouts {
  private Layouts() {}

  /**
   * Prints them.
   *
   * @return shards that are not as they were drawn, or could not be
   */
  static List<DatasetFacts.Fault> print(DatasetFiles files, Terminal terminal) throws IOException {
    List<DatasetFacts.Fault> faults = new ArrayList<>();
    for (String name : files.shards()) {
      if (terminal.isOutClosed()) {
        break;
      }
      Optional<ShardEntry> records = files.entry(name).filter(e -> !e.variant().isContainer());
      if (records.isPresent()) {
        terminal.out().println(LayoutText.line(records.get()));
        continue;
      }
      try (ByteSource source = files.open(name)) {
        ShardFile shard = ShardEntries.open(files.entry(name), source, Limits.DEFAULT);
        shard
            .frontDamage()
            .ifPresent(
                e ->
                    faults.add(
                        new DatasetFacts.Fault(name, e.getMessage() + "; " + ShardFile.FROM_COPY)));
        LayoutText.lines(name, shard, terminal.outColumns()).forEach(terminal.out()::println);
        terminal.out().println();
        new CutShard(shard, source.length())
            .problem()
            .ifPresent(problem -> faults.add(new DatasetFacts.Fault(name, problem)));
      } catch (NoSuchFileException | PcrException.Corrupt | PcrException.NotPcr e) {
        if (files.manifest().isEmpty()) {
          throw e;
        }
        String why = e instanceof PcrException ? e.getMessage() : "the file is missing";
        faults.add(new DatasetFacts.Fault(name, why));
      }
    }
    return faults;
  }
}
