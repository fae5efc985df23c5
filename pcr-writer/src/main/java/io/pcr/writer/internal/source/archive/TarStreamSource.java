package io.pcr.writer.internal.source.archive;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceErrors;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.internal.tar.TarWalk;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A tar that comes as a stream. It is received into a file beside the listing, and is a tar like
 * any other from then on: a stream and a file of the same bytes make the same dataset, whose
 * columns are known only at the tar's end. A stream that ends before its tar does is not converted
 * at all. When a run is resumed, the stream that comes then must be the one that was received.
 *
 * @param options the stream
 */
public record TarStreamSource(TarStreamOptions options) implements SourceInput {
  private static final String RECEIVED_NAME = "stream.tar";

  private static final int CHUNK = 1 << 20;

  @Override
  public void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException {
    Path tar = received(listing);
    boolean isWhole = false;
    try {
      receive(tar);
      requireWhole(tar);
      isWhole = true;
    } finally {
      if (!isWhole) {
        OwnFile.delete(tar);
      }
    }
    source(listing).list(listing, rejects, progress);
  }

  /** Nothing new can be in a stream that is equal to the one that was received. */
  @Override
  public Findings.Found newSince(Path listing, LongConsumer progress) throws IOException {
    Path tar = received(listing);
    long different = difference(tar);
    if (different >= 0) {
      throw new TarStreamException(
          options.name()
              + " differs at byte "
              + different
              + " from the tar that the unfinished run has received, which is "
              + tar
              + "; run the command with that tar to finish the run, or "
              + RunFolder.howToGiveUp(listing.getParent().getParent()));
    }
    return Findings.NONE.of(Finding.NEW_SINCE_LISTED);
  }

  @Override
  public SampleSource open(Path listing) throws IOException {
    return source(listing).open(listing);
  }

  private static Path received(Path listing) {
    return listing.resolveSibling(RECEIVED_NAME);
  }

  private static TarSource source(Path listing) {
    return new TarSource(TarSourceOptions.of(received(listing)));
  }

  private void receive(Path tar) throws IOException {
    try (FileChannel file = OwnFile.create(tar)) {
      byte[] chunk = new byte[CHUNK];
      for (int length = read(chunk); length > 0; length = read(chunk)) {
        boolean isFirst = file.position() == 0;
        write(file, ByteBuffer.wrap(chunk, 0, length));
        if (isFirst) {
          requireTar(tar, chunk);
        }
      }
      if (file.position() == 0) {
        throw new TarStreamException(options.name() + " is empty: no tar came");
      }
      file.force(true);
    }
  }

  private static void write(FileChannel file, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int unused = file.write(bytes);
    }
  }

  private int read(byte[] chunk) throws IOException {
    try {
      return options.in().readNBytes(chunk, 0, chunk.length);
    } catch (IOException e) {
      throw new TarStreamException(
          options.name() + " cannot be read: " + SourceErrors.say(e) + "; nothing was converted",
          e);
    }
  }

  /** Says at once what would otherwise be said when all of a long stream has come. */
  private void requireTar(Path beginning, byte[] chunk) throws IOException {
    try (ByteSource file = FileByteSource.open(beginning)) {
      Optional<String> compressed = TarSourceOptions.whyNoTar(file);
      boolean isEmptyTar = Arrays.mismatch(chunk, new byte[chunk.length]) < 0;
      if (compressed.isPresent() || !(isEmptyTar || TarWalk.isTar(file))) {
        throw new TarStreamException(options.name() + " is " + compressed.orElse("not a tar"));
      }
    }
  }

  private void requireWhole(Path tar) throws IOException {
    try (ByteSource file = FileByteSource.open(tar)) {
      TarWalk walk = new TarWalk(file);
      TarWalk.Member member = walk.next();
      while (member != null) {
        member = walk.next();
      }
      if (!walk.isEnded()) {
        throw cutShort(tar);
      }
    } catch (PcrException.Truncated e) {
      throw cutShort(tar);
    } catch (PcrException e) {
      throw new TarStreamException(
          options.name() + " is damaged, nothing was converted: " + e.getMessage(), e);
    }
  }

  private TarStreamException cutShort(Path tar) throws IOException {
    return new TarStreamException(
        options.name()
            + " ended after "
            + Files.size(tar)
            + " bytes without the end mark of a tar, so part of it may be missing; nothing was"
            + " converted");
  }

  /** Where the stream is another than the file, or -1 when it is equal. */
  private long difference(Path tar) throws IOException {
    try (InputStream file = Files.newInputStream(tar, LinkOption.NOFOLLOW_LINKS)) {
      byte[] came = new byte[CHUNK];
      byte[] had = new byte[CHUNK];
      for (long position = 0; ; position += CHUNK) {
        int length = read(came);
        int different = Arrays.mismatch(came, 0, length, had, 0, file.readNBytes(had, 0, CHUNK));
        if (different >= 0) {
          return position + different;
        }
        if (length < CHUNK) {
          return -1;
        }
      }
    }
  }
}
