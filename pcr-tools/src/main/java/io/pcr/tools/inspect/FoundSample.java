package io.pcr.tools.inspect;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.reader.internal.find.KeySearch;
import io.pcr.reader.internal.stored.CutShard;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints all that is known of a sample, and keeps what prevents it from being read. */
final class FoundSample implements KeySearch.Listener {
  private final boolean json;
  private final Terminal terminal;
  private final List<DatasetFacts.Fault> faults = new ArrayList<>();

  private FoundSample(boolean json, Terminal terminal) {
    this.json = json;
    this.terminal = terminal;
  }

  /**
   * Searches for the sample and prints it.
   *
   * @return what keeps it from being read
   * @throws UsageException when there is none, and every shard is known and could be read
   */
  static List<DatasetFacts.Fault> print(
      DatasetFiles files, String key, boolean json, Terminal terminal) throws IOException {
    FoundSample found = new FoundSample(json, terminal);
    if (!new KeySearch(files, key).run(found) && files.lostParts().isEmpty()) {
      throw noSuchSample(files, key);
    }
    return found.faults;
  }

  static UsageException noSuchSample(DatasetFiles files, String key) {
    return new UsageException(files.name() + ": no sample has the key " + Printable.line(key));
  }

  @Override
  public void found(String name, ShardFile shard, int ordinal, ByteSource source)
      throws IOException {
    SampleFacts facts = new SampleFacts(name, shard, ordinal, sha256(shard, ordinal, source));
    print(json ? List.of(facts.json()) : facts.lines(terminal.outColumns()));
    int group = new CutShard(shard, source.length()).readableGroup(ordinal);
    if (group < shard.metadata().groupCount()) {
      String readable = group > 0 ? "can be read at fidelity " + group : "cannot be read";
      String problem = "truncated; " + shard.metadata().key(ordinal) + " " + readable;
      faults.add(new DatasetFacts.Fault(name, problem));
    }
  }

  /** Where restore data is damaged or cut off, the sample's other facts are told all the same. */
  private static Optional<Sha256> sha256(ShardFile shard, int ordinal, ByteSource source)
      throws IOException {
    try {
      return RestoreRegion.of(shard, source, Limits.DEFAULT)
          .flatMap(region -> region.directory().sourceSha256(ordinal));
    } catch (PcrException e) {
      return Optional.empty();
    }
  }

  @Override
  public void found(String name, TfRecord record, ImageExample example) {
    TfRecordText text = new TfRecordText(name, record, example);
    print(json ? List.of(text.json()) : text.lines(terminal.outColumns()));
  }

  private void print(List<String> lines) {
    lines.forEach(terminal.out()::println);
  }
}
