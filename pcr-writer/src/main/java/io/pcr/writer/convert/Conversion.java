package io.pcr.writer.convert;

import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.commit.DatasetLock;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.OwnFile;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.DatasetChangedException;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.journal.FileProof;
import io.pcr.writer.journal.Journal;
import io.pcr.writer.journal.Listed;
import io.pcr.writer.journal.RunFolder;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.journal.Tally;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectCounts;
import io.pcr.writer.reject.RejectLog;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.shard.ShardFormat;
import io.pcr.writer.shard.ShardWriter;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.LabelsFileException;
import io.pcr.writer.source.SampleSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Converts a source into a new dataset, or adds it to one. Interrupted at any moment, by whatever,
 * the same conversion run again goes on behind the last shard that was finished, and the dataset
 * becomes what it would have become.
 *
 * <pre>
 * lock, options → listing → journal, shard, journal, shard, … → rejects.jsonl → manifest → index → done
 * </pre>
 *
 * <p>For one thread, once.
 */
public final class Conversion {
  /** The file that lists what did not get in. */
  public static final String REJECTS_NAME = "rejects.jsonl";

  private final ConversionOptions options;
  private final boolean append;
  private final ConversionListener listener;
  private final DurableSteps steps;
  private final Set<String> told = new HashSet<>();
  private Reject firstSkipped;
  private Findings.Found newSinceListed = Findings.NONE.of(Finding.NEW_SINCE_LISTED);

  private Conversion(
      ConversionOptions options, boolean append, ConversionListener listener, DurableSteps steps) {
    this.options = options;
    this.append = append;
    this.listener = listener;
    this.steps = steps;
  }

  /**
   * Makes a dataset in a folder that is empty or not there yet, or resumes making it.
   *
   * @throws RunRefusedException when it must not start as asked; nothing was changed then
   * @throws DatasetBusyException when somebody else is writing to the folder
   * @throws ConversionStoppedException when an input was rejected and the options forbid that
   */
  public static ConversionSummary convert(ConversionOptions options, ConversionListener listener)
      throws IOException, InterruptedException {
    return convert(options, listener, DurableSteps.NONE);
  }

  /** As {@link #convert(ConversionOptions, ConversionListener)}, telling of every durable step. */
  public static ConversionSummary convert(
      ConversionOptions options, ConversionListener listener, DurableSteps steps)
      throws IOException, InterruptedException {
    OutputFolder.prepareNew(options.out(), options.source().root());
    return new Conversion(options, false, listener, steps).run();
  }

  /**
   * Adds shards to a dataset and publishes a new generation, or resumes doing so. No shard that is
   * there is touched. Of keys that are there already, inputs that are what is there are counted,
   * others are rejected; when nothing is new there is no new generation.
   *
   * @throws RunRefusedException when it must not start as asked; nothing was changed then
   * @throws DatasetBusyException when somebody else is writing to the folder
   * @throws ConversionStoppedException when an input was rejected and the options forbid that
   */
  public static ConversionSummary append(ConversionOptions options, ConversionListener listener)
      throws IOException, InterruptedException {
    return append(options, listener, DurableSteps.NONE);
  }

  /** As {@link #append(ConversionOptions, ConversionListener)}, telling of every durable step. */
  public static ConversionSummary append(
      ConversionOptions options, ConversionListener listener, DurableSteps steps)
      throws IOException, InterruptedException {
    OutputFolder.requireDataset(options.out(), options.source().root());
    return new Conversion(options, true, listener, steps).run();
  }

  private ConversionSummary run() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    String action = append ? "append" : "convert";
    try (DatasetLock lock = DatasetLock.acquire(options.out(), "pcr " + action, steps)) {
      requireFit();
      try (RunFolder run = RunFolder.begin(lock, options.runOptions(action), steps)) {
        return runOrAbandon(lock, run, begun);
      }
    } catch (IOException e) {
      // A write that fails says no more than "No space left on device"; all else names its file.
      if (e.getClass() == IOException.class) {
        throw new ConversionFailedException(options.out(), e);
      }
      throw e;
    }
  }

  /** Looks again, now that nobody else writes. */
  private void requireFit() throws IOException {
    if (append) {
      OutputFolder.requireDataset(options.out(), options.source().root());
    } else {
      OutputFolder.prepareNew(options.out(), options.source().root());
    }
  }

  private ConversionSummary runOrAbandon(DatasetLock lock, RunFolder run, long begun)
      throws IOException, InterruptedException {
    try {
      return run(lock, run, begun);
    } catch (RunRefusedException
        | LabelsFileException
        | ConversionStoppedException
        | IllegalArgumentException e) {
      // The next try will be another one: other arguments, or a source that was mended.
      if (run.journal().shards().isEmpty()) {
        run.abandon();
      }
      throw e;
    } catch (NoSuchFileException e) {
      // A labels file that is not there, say: nothing is listed yet that could be gone on with.
      if (run.journal().listed().isEmpty()) {
        run.abandon();
      }
      throw e;
    }
  }

  private ConversionSummary run(DatasetLock lock, RunFolder run, long begun)
      throws IOException, InterruptedException {
    Optional<Base> base =
        append ? Optional.of(Base.of(options, run, this::tell, steps)) : Optional.empty();
    Optional<Manifest> published =
        StandingManifest.published(options.out(), base.map(Base::manifest), run);
    list(run, published.isPresent());
    try (SampleSource source = options.source().open(run.listing())) {
      if (source.count() == 0) {
        throw new RunRefusedException(options.source().root() + nothingFound(source));
      }
      LabelMap labels =
          base.isPresent()
              ? base.get().labels(source.classNames())
              : LabelMap.of(source.classNames());
      return published.isPresent()
          ? finish(lock, run, base, source, published.get(), begun)
          : convert(lock, run, base, source, labels, begun);
    }
  }

  /**
   * Ends a run whose manifest stands already. Its shards are the dataset's now, whatever names they
   * have got and whatever happened to them since: none is made, replaced or deleted.
   */
  private ConversionSummary finish(
      DatasetLock lock,
      RunFolder run,
      Optional<Base> base,
      SampleSource source,
      Manifest published,
      long begun)
      throws IOException {
    try {
      Publication.index(lock, published, this::tell, steps);
    } catch (PcrException e) {
      // An index is made of intact shards, and made anew when it is first needed.
      tell(
          "the index of "
              + options.out()
              + " cannot be built: "
              + e.getMessage()
              + "; 'pcr verify' says what is damaged");
    }
    int before = base.map(b -> b.manifest().shards().size()).orElse(0);
    List<ShardEntry> shards = published.shards();
    Map<RejectReason, Long> listed = listed(run);
    Tally tally = FinishedShards.tally(run.journal());
    run.finish();
    return new ConversionSummary(
        published,
        shards.subList(before, shards.size()),
        tally,
        listed,
        source.findings().with(Finding.NEW_SINCE_LISTED, newSinceListed),
        true,
        Duration.ofNanos(System.nanoTime() - begun));
  }

  private static Map<RejectReason, Long> listed(RunFolder run) throws IOException {
    Path before = run.baseRejects();
    return RejectCounts.of(run.rejects(), Files.exists(before) ? Files.size(before) : 0);
  }

  /** Says a thing once, whoever finds it out. */
  private void tell(String notice) {
    if (told.add(notice)) {
      listener.notice(notice);
    }
  }

  private String nothingFound(SampleSource source) {
    long excluded = source.findings().of(Finding.EXCLUDED).count();
    if (excluded > 0) {
      return " holds no images that are wanted; " + excluded + " files are excluded by patterns";
    }
    return firstSkipped == null
        ? " holds no files"
        : " holds no images that can be read; the first problem: "
            + firstSkipped.path()
            + ": "
            + firstSkipped.detail();
  }

  private void skipped(Reject reject) throws IOException {
    firstSkipped = firstSkipped == null ? reject : firstSkipped;
    if (options.stopAtReject()) {
      throw new ConversionStoppedException(reject);
    }
    listener.skipped(reject);
  }

  private void list(RunFolder run, boolean isPublished) throws IOException {
    if (isListed(run, isPublished)) {
      if (Files.exists(options.source().root())) {
        newSinceListed = options.source().newSince(run.listing(), listener::listing);
      }
      return;
    }
    OwnFile.delete(run.rejects());
    if (Files.exists(run.baseRejects())) {
      Files.copy(run.baseRejects(), run.rejects());
    }
    long before = Files.exists(run.rejects()) ? Files.size(run.rejects()) : 0;
    try (RejectLog rejects = RejectLog.open(run.rejects(), before, this::skipped)) {
      options.source().list(run.listing(), rejects, listener::listing);
      rejects.flush();
      rejects.force();
      try (FileChannel listing = OwnFile.open(run.listing())) {
        listing.force(true);
      }
      AtomicFile.forceDirectory(run.listing().getParent(), steps);
      run.journal().add(new Listed(FileProof.of(run.listing()), rejects.proof()));
    }
  }

  /**
   * Whether the source is listed; it is listed anew where no shard has been made of a bad listing.
   */
  private static boolean isListed(RunFolder run, boolean isPublished) throws IOException {
    Journal journal = run.journal();
    if (journal.listed().isEmpty()) {
      return false;
    }
    boolean intact =
        journal.listed().get().listing().isOf(run.listing())
            && journal.listed().get().rejects().isStartOf(run.rejects());
    if (!intact && journal.shards().isEmpty() && !isPublished) {
      journal.clear();
      return false;
    }
    Path file =
        journal.listed().get().listing().isOf(run.listing()) ? run.rejects() : run.listing();
    run.requireIntact(file, intact, isPublished);
    return true;
  }

  private ConversionSummary convert(
      DatasetLock lock,
      RunFolder run,
      Optional<Base> base,
      SampleSource source,
      LabelMap labels,
      long begun)
      throws IOException, InterruptedException {
    if (base.isPresent()) {
      base.get().requireSameColumns(source.columns());
    }
    Map<String, String> made = base.map(b -> b.manifest().options()).orElse(Map.of());
    ConversionOptions resolved = SlopeSample.resolve(options, run, made, source, steps);
    Optional<ScanChoice> scans = CreationOptions.scans(resolved.variant(), resolved.encode());
    ShardFormat format = RunFormat.of(resolved, source, labels);
    FinishedShards finished = new FinishedShards(options.out(), format, base, run.journal());
    finished.prove(this::tell);
    FileProof rejected = finished.rejects();
    run.requireIntact(run.rejects(), rejected.isStartOf(run.rejects()), false);
    try (RejectLog rejects = RejectLog.open(run.rejects(), rejected.length())) {
      ConversionRun shards =
          new ConversionRun(
              resolved,
              listener,
              source,
              labels,
              base,
              run.journal(),
              rejects,
              format,
              new ShardWriter(options.out(), format, steps));
      Tally tally = shards.run(finished);
      rejects.flush();
      rejects.force();
      Publication publication =
          new Publication(
              lock,
              scans,
              CreationOptions.withColumns(
                  base.map(b -> CreationOptions.ofBase(b, scans))
                      .orElseGet(resolved::creationOptions),
                  options.variant(),
                  source.columns()),
              base,
              steps);
      List<ShardEntry> added = finished.entries();
      Map<RejectReason, Long> listed = listed(run);
      boolean nothingNew = base.isPresent() && added.isEmpty();
      Manifest manifest = nothingNew ? base.get().manifest() : publication.manifest(added, labels);
      if (!nothingNew || RejectCounts.rejects(listed) > 0) {
        publication.rejects(run.rejects(), run.baseRejects());
      }
      if (!nothingNew) {
        publication.publish(manifest);
        Publication.index(lock, manifest, this::tell, steps);
      }
      run.finish();
      return new ConversionSummary(
          manifest,
          added,
          tally,
          listed,
          source.findings().with(Finding.NEW_SINCE_LISTED, newSinceListed),
          run.resumed(),
          Duration.ofNanos(System.nanoTime() - begun));
    } catch (ConversionStoppedException | RunRefusedException e) {
      throw e;
    } catch (DatasetChangedException e) {
      throw new RunRefusedException(e.getMessage() + "; " + RunFolder.howToGiveUp(options.out()));
    } catch (IOException e) {
      throw new ConversionFailedException(options.out(), e);
    }
  }
}
