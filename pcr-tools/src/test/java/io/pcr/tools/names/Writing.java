package io.pcr.tools.names;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.tools.CommandRun;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every command and library call that writes, or opens what others write, with the folder that it
 * is given and the names in it that somebody may have taken.
 */
enum Writing {
  CONVERT(Folders.EMPTY, "dataset new-shard"),
  CONVERT_RESUMED(Folders.STOPPED, "dataset shards run convert-run"),
  APPEND(Folders.WHOLE, "dataset shards append"),
  APPEND_RESUMED(Folders.STOPPED_APPEND, "dataset shards append run append-run"),
  LIBRARY_WRITER(Folders.EMPTY, "dataset new-shard"),
  QUALITY(Folders.WHOLE, "dataset shards"),
  INDEX_REBUILD(Folders.WHOLE, "dataset shards scratch"),
  INDEX_CHECK(Folders.WITHOUT_INDEX, "dataset"),
  READ_BY_KEY(Folders.WITHOUT_INDEX, "dataset shards scratch"),
  VERIFY(Folders.WHOLE, "dataset shards"),
  REPAIR(Folders.DAMAGED, "dataset shards repaired"),
  RESTORE(Folders.WHOLE, "dataset shards files"),
  EXTRACT(Folders.WHOLE, "dataset shards files"),
  EXTRACT_TAR(Folders.WHOLE, "dataset file"),
  EXTRACT_TFRECORD(Folders.WHOLE, "dataset file"),
  INSPECT_HTML(Folders.WHOLE, "dataset file"),
  INSPECT_STRIP(Folders.WITHOUT_INDEX, "dataset file"),
  PREFIX_CACHE(Folders.CACHE, "cache");

  private static final CacheIdentity CACHED = new CacheIdentity("object", 100);

  /** The name that the library gives it. */
  private static final String CACHED_NAME = "9a64d1cc245628afa53be78d43dc8422.pcr";

  private final String folder;
  private final String groups;

  Writing(String folder, String groups) {
    this.folder = folder;
    this.groups = groups;
  }

  /** The template of the folder {@code ds}. */
  String folder() {
    return folder;
  }

  /** The names that may be taken, beside and inside {@code ds}. */
  List<String> names() {
    return Stream.of(groups.split(" ")).flatMap(group -> names(group).stream()).toList();
  }

  private static List<String> names(String group) {
    return switch (group) {
      case "dataset" ->
          List.of(
              "ds/.pcr-lock",
              "ds/.pcr-run",
              "ds/.pcr-run-finished",
              "ds/.index.tmp",
              "ds/.index.lock",
              "ds/index.lmdb",
              "ds/index.lmdb.sum",
              "ds/rejects.jsonl",
              "ds/manifest.pcrm",
              "ds/.manifest.pcrm.0.pcr-tmp");
      case "shards" -> List.of("ds/part-00000.pcr");
      case "new-shard" -> List.of("ds/part-00000.pcr", "ds/.part-00000.pcr.0.pcr-tmp");
      case "append" -> List.of("ds/part-00002.pcr", "ds/.part-00002.pcr.0.pcr-tmp");
      case "scratch" ->
          List.of(
              "ds/.index.tmp/index.lmdb",
              "ds/.index.tmp/index.lmdb.sum",
              "ds/.index.tmp/environment",
              "ds/.index.tmp/keys-0.run");
      case "run" ->
          List.of(
              "ds/.pcr-run/options",
              "ds/.pcr-run/listing",
              "ds/.pcr-run/listing.offsets",
              "ds/.pcr-run/rejects",
              "ds/.pcr-run/journal",
              "ds/.pcr-run/unpacked-0");
      case "convert-run" -> List.of("ds/part-00001.pcr", "ds/part-00005.pcr");
      case "append-run" ->
          List.of("ds/.pcr-run/base", "ds/.pcr-run/base-rejects", "ds/part-00003.pcr");
      case "repaired" ->
          List.of(
              "out",
              ".out.pcr-repair",
              ".out.pcr-repair/" + DatasetLock.FILE_NAME,
              ".out.pcr-repair/a");
      case "files" -> List.of("out/c0", "out/c0/0.jpg", "out/.pcr-unfinished-0.tmp");
      case "file" -> List.of("out", ".out.0.pcr-tmp");
      case "cache" -> List.of("ds/pcr-prefix-cache", "ds/" + CACHED_NAME);
      default -> throw new IllegalArgumentException(group);
    };
  }

  /** What came of it, as a command says it. */
  CommandRun run(Path place, Folders folders) throws InterruptedException {
    Path ds = place.resolve("ds");
    Path out = place.resolve("out");
    return switch (this) {
      case CONVERT -> CommandRun.of("convert", folders.images(), ds, "--threads=1");
      case APPEND -> CommandRun.of("append", ds, folders.more(), "--threads=1");
      case QUALITY -> CommandRun.of("quality", ds);
      case INDEX_REBUILD -> CommandRun.of("index", "rebuild", ds);
      case INDEX_CHECK -> CommandRun.of("index", "check", ds);
      case VERIFY -> CommandRun.of("verify", ds);
      case REPAIR -> CommandRun.of("repair", ds, out);
      case RESTORE -> CommandRun.of("restore", ds, out, "--threads=1");
      case EXTRACT -> CommandRun.of("extract", ds, out);
      case EXTRACT_TAR -> CommandRun.of("extract", ds, out, "--to=tar");
      case EXTRACT_TFRECORD -> CommandRun.of("extract", ds, out, "--to=tfrecord");
      case INSPECT_HTML -> CommandRun.of("inspect", ds, "--html", out);
      case INSPECT_STRIP -> CommandRun.of("inspect", ds, "--sample=c0/0.jpg", "--strip", out);
      case CONVERT_RESUMED ->
          called(() -> Conversion.convert(folders.convert(ds), ConversionListener.SILENT));
      case APPEND_RESUMED ->
          called(() -> Conversion.append(folders.append(ds), ConversionListener.SILENT));
      case LIBRARY_WRITER -> called(() -> write(ds));
      case READ_BY_KEY -> called(() -> read(ds));
      case PREFIX_CACHE -> cached(ds);
    };
  }

  private interface Call {
    void run() throws IOException, InterruptedException;
  }

  private static CommandRun called(Call call) throws InterruptedException {
    try {
      call.run();
      return new CommandRun(0, "", "");
    } catch (IOException e) {
      return new CommandRun(3, "", e.getMessage());
    }
  }

  private static void write(Path folder) throws IOException, InterruptedException {
    try (PcrWriter writer = PcrWriter.create(folder, PcrWriterOptions.DEFAULT)) {
      writer.add(PcrSample.of("a", JpegFixtures.baseline(1, 24, 16)));
      writer.finish();
    }
  }

  private static void read(Path folder) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      dataset.sample("c0/0.jpg", Fidelity.FULL);
      dataset.prepareIndex();
    }
  }

  private static CommandRun cached(Path folder) {
    List<String> notices = new ArrayList<>();
    ByteBuffer object = ByteBuffer.allocate((int) CACHED.totalLength());
    try {
      PrefixCache cache = PrefixCache.open(folder, 1 << 20, notices::add);
      try (ByteSource source = cache.cached(new MemoryByteSource("object", object), CACHED)) {
        for (int reads = 0; reads < 3; reads++) {
          source.readFully(0, ByteBuffer.allocate(50 + 10 * reads));
        }
        source.healing().orElseThrow().discard();
      }
      return new CommandRun(notices.isEmpty() ? 0 : 3, "", String.join("\n", notices));
    } catch (IOException e) {
      return new CommandRun(3, "", e.getMessage());
    }
  }
}
