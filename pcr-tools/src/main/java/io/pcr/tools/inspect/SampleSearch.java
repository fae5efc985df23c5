package io.pcr.tools.inspect;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.reader.internal.stored.CutShard;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Looks for a sample in the shards themselves, so that nothing but they is needed. A shard that
 * cannot be read is passed over. For one use.
 */
final class SampleSearch {
  private final DatasetFiles files;
  private final String key;
  private final boolean json;

  SampleSearch(DatasetFiles files, String key, boolean json) {
    this.files = files;
    this.key = key;
    this.json = json;
  }

  /**
   * Prints all that is known of the sample.
   *
   * @return what keeps it from being read
   * @throws UsageException when there is none, and every shard could be read
   */
  List<DatasetFacts.Fault> print(Terminal terminal) throws IOException {
    IOException unread = null;
    for (String name : files.shards()) {
      try (ByteSource source = files.open(name)) {
        Optional<List<DatasetFacts.Fault>> found = look(name, source, terminal);
        if (found.isPresent()) {
          return found.get();
        }
      } catch (NoSuchFileException | PcrException.Corrupt | PcrException.NotPcr e) {
        unread = unread == null ? e : unread;
      }
    }
    if (unread != null) {
      throw unread;
    }
    throw noSuchSample(files, key);
  }

  static UsageException noSuchSample(DatasetFiles files, String key) {
    return new UsageException(files.name() + ": no sample has the key " + Printable.line(key));
  }

  /** Empty when the shard has no such sample. */
  private Optional<List<DatasetFacts.Fault>> look(String name, ByteSource source, Terminal terminal)
      throws IOException {
    Optional<ShardEntry> records = files.entry(name).filter(e -> !e.variant().isContainer());
    if (records.isPresent()) {
      TfRecordWalk shard = new TfRecordWalk(source, records.get(), Limits.DEFAULT);
      return lookIntoRecords(shard, terminal) ? Optional.of(List.of()) : Optional.empty();
    }
    ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
    OptionalInt ordinal = shard.metadata().find(key);
    if (ordinal.isEmpty()) {
      return Optional.empty();
    }
    int sample = ordinal.getAsInt();
    SampleFacts found = new SampleFacts(name, shard, sample);
    print(json ? List.of(found.json()) : found.lines(terminal.outColumns()), terminal);
    int group = new CutShard(shard, source.length()).readableGroup(sample);
    if (group == shard.metadata().groupCount()) {
      return Optional.of(List.of());
    }
    String readable = group > 0 ? "can be read at fidelity " + group : "cannot be read";
    String problem = "truncated; " + key + " " + readable;
    return Optional.of(List.of(new DatasetFacts.Fault(name, problem)));
  }

  /** Whether the shard has the sample, and it was told of. */
  private boolean lookIntoRecords(TfRecordWalk shard, Terminal terminal) throws IOException {
    RecordLook look = new RecordLook(shard.entry().name(), terminal);
    shard.forEach(look);
    if (!look.found && look.damage != null) {
      throw look.damage;
    }
    return look.found;
  }

  /** Tells of the record with the key; those that are damaged do not say what theirs is. */
  private final class RecordLook implements TfRecordWalk.Listener {
    private final String name;
    private final Terminal terminal;
    private boolean found;
    private PcrException damage;

    RecordLook(String name, Terminal terminal) {
      this.name = name;
      this.terminal = terminal;
    }

    @Override
    public boolean sample(int number, TfRecord record, ImageExample example) {
      if (example.key().orElseThrow().equals(key)) {
        TfRecordText text = new TfRecordText(name, record, example);
        print(json ? List.of(text.json()) : text.lines(terminal.outColumns()), terminal);
        found = true;
      }
      return !found;
    }

    @Override
    public void damaged(int number, PcrException e) {
      damage = e;
    }
  }

  private static void print(List<String> lines, Terminal terminal) {
    lines.forEach(terminal.out()::println);
  }
}
