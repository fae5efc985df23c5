package io.pcr.tools.repair;

import io.pcr.format.internal.text.Printable;
import io.pcr.reader.work.ProgressListener;
import io.pcr.tools.terminal.OnInterrupt;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.salvage.Salvage;
import java.nio.file.Path;

/** Shows how far a repair is. For one thread; whoever makes one closes it. */
final class RepairProgress implements Salvage.Listener, AutoCloseable {
  private final Terminal terminal;
  private OnInterrupt interrupted;
  private Progress shown;

  RepairProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void notice(String sentence) {
    terminal.err().println("pcr: " + Printable.line(sentence));
  }

  @Override
  public void began(Path folder) {
    String left =
        "interrupted; run the same command again: it removes "
            + folder
            + " and starts from the beginning";
    interrupted = OnInterrupt.run(() -> notice(left));
  }

  @Override
  public ProgressListener examining(long bytes) {
    return show("repair", bytes);
  }

  @Override
  public ProgressListener checking(long bytes) {
    return show("verify", bytes);
  }

  private Progress show(String label, long bytes) {
    closeShown();
    shown = new Progress(terminal, label, "sample", -1, bytes);
    return shown;
  }

  private void closeShown() {
    if (shown != null) {
      shown.close();
    }
  }

  @Override
  public void close() {
    closeShown();
    if (interrupted != null) {
      interrupted.close();
    }
  }
}
