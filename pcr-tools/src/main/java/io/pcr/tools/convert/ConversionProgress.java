package io.pcr.tools.convert;

import io.pcr.format.internal.text.Printable;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.InputCounts.Count;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;

/**
 * Shows a conversion while it goes: first the listing, then the encoding; and the first few
 * rejects.
 */
final class ConversionProgress implements ConversionListener, AutoCloseable {
  /** More would scroll everything else away; all of them are in the list of rejects. */
  private static final int REJECTS_SHOWN = 10;

  private final Terminal terminal;
  private final String label;
  private Progress progress;
  private long listed;
  private int rejectsSeen;

  ConversionProgress(Terminal terminal, String label) {
    this.terminal = terminal;
    this.label = label;
    progress = new Progress(terminal, "list", "file", -1, -1);
  }

  @Override
  public void listing(long entriesSeen) {
    progress.add(entriesSeen - listed, 0, 0);
    listed = entriesSeen;
  }

  @Override
  public void started(long inputs, long inputBytes, InputCounts done) {
    progress.close();
    progress = new Progress(terminal, label, "image", inputs, inputBytes);
    long images = done.get(Count.SAMPLES) + done.get(Count.REJECTED) + done.get(Count.PRESENT);
    if (images > 0) {
      progress.addResumed(images, done.get(Count.SOURCE_BYTES), 0);
      progress.message("pcr: continuing after image " + images + " of an earlier run");
    }
  }

  @Override
  public void encoded(long sourceBytes, long storedBytes) {
    progress.add(1, sourceBytes, storedBytes);
  }

  @Override
  public void present(long sourceBytes) {
    progress.add(1, sourceBytes, 0);
  }

  @Override
  public void rejected(Reject reject) {
    progress.add(1, Math.max(0, reject.bytes()), 0);
    skipped(reject);
  }

  /** Files beside the images are no news, and there may be many: the summary counts them. */
  @Override
  public void skipped(Reject reject) {
    if (reject.reason() == RejectReason.OTHER_FILE) {
      return;
    }
    rejectsSeen++;
    if (rejectsSeen <= REJECTS_SHOWN) {
      progress.message("pcr: left out: " + Printable.line(reject.path() + ": " + reject.detail()));
    } else if (rejectsSeen == REJECTS_SHOWN + 1) {
      progress.message("pcr: more inputs were left out; rejects.jsonl will list them");
    }
  }

  @Override
  public void notice(String message) {
    progress.message("pcr: " + Printable.line(message));
  }

  @Override
  public void close() {
    progress.close();
  }
}
