package io.pcr.tools.restore;

import io.pcr.format.internal.text.Units;
import io.pcr.reader.original.Restore;
import io.pcr.reader.original.TooManyBytesException;
import io.pcr.tools.dataset.LimitOption;
import java.io.IOException;
import java.nio.file.Path;

/** What keeps originals back, in the words of the command line: with the option that helps. */
final class RestoreText {
  private RestoreText() {}

  /** What to do about an original, or all of a shard, that cannot be read. */
  static String advice(IOException e, boolean isCutShard) {
    return isCutShard ? "; 'pcr repair' saves the rest" : LimitOption.advice(e);
  }

  /** Why so much is not written. */
  static String tooMany(TooManyBytesException e, Path destination) {
    String first = "nothing was written: the originals have " + Units.bytes(e.missing());
    String most = Units.bytes(e.most());
    return switch (e.reason()) {
      case ASKED -> first + ", --max-bytes allows " + most + raise(e);
      case RATIO ->
          first
              + ", which is more than "
              + Units.bytes(Restore.ALWAYS)
              + ", and more than "
              + Restore.MOST_RATIO
              + " times the "
              + Units.bytes(e.shardBytes())
              + " of their shards"
              + raise(e);
      case DISK ->
          first
              + ", and the disk of "
              + destination
              + " has "
              + most
              + " free; make room, or choose fewer with --only"
              + raise(e);
      case ASKED_MEANWHILE -> meanwhile("--max-bytes allows");
      case RATIO_MEANWHILE -> meanwhile("their size suggests");
    };
  }

  private static String meanwhile(String than) {
    return "compressed TFRecords hold more bytes of originals than "
        + than
        + "; --max-bytes raises the limit, and the same command continues";
  }

  private static String raise(TooManyBytesException e) {
    long megabytes = (e.wanted() + 999_999) / 1_000_000;
    return "; --max-bytes=" + megabytes + "MB restores them all the same";
  }
}
