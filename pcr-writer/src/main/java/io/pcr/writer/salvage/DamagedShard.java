package io.pcr.writer.salvage;

import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One shard of a damaged dataset, as what lists it knows it: a manifest, an index, or nothing but
 * the name of a file. Thread-safe; holds nothing open.
 */
interface DamagedShard {
  /** The name in the list; the shard's file may have another one. */
  String name();

  /** Whether it is a TFRecord file. */
  boolean isRecords();

  /** What a manifest or an index says of it. */
  Optional<ShardTable.Entry> stated();

  /** The manifest's entry. */
  Optional<ShardEntry> entry();

  /** The name of the file that it is read from, after it has been opened. */
  String file();

  /** Opens it, even if its file has another name. The caller closes it. */
  ByteSource open() throws IOException;

  /**
   * Whether a TFRecord shard is in another file, although the file of its name has the same length.
   */
  boolean searchByContent() throws IOException;

  /** The files that contain this shard, intact or not. */
  List<String> copies() throws IOException;

  /** Files that may be the same TFRecord shard: what is in them shows when they are read. */
  List<String> records() throws IOException;
}
