package io.pcr.tools.dataset;

import io.pcr.reader.find.DatasetFiles;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Says which shards in a dataset's folder a command did not read, as no manifest lists them. */
public final class UnlistedShards {
  private UnlistedShards() {}

  /** Says so in one notice, if there are any. */
  public static void tell(DatasetFiles files, Consumer<String> notices) throws IOException {
    List<String> unlisted = files.unlisted();
    if (!unlisted.isEmpty()) {
      int others = unlisted.size() - 1;
      notices.accept(
          unlisted.get(0)
              + (others == 0 ? " is a shard" : " and " + others + " more are shards")
              + " that the manifest does not list and that this command leaves out: the"
              + " manifest may be an older one; 'pcr verify' names such shards, 'pcr repair'"
              + " saves those that the index lists");
    }
  }
}
