package io.pcr.writer.convert;

import io.pcr.format.Limits;
import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.internal.manifest.DatasetChangedException;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.internal.convert.AddedShards;
import io.pcr.writer.internal.convert.BaseDataset;
import io.pcr.writer.internal.convert.ConversionFailedException;
import io.pcr.writer.internal.convert.CreationOptions;
import io.pcr.writer.internal.convert.LabelMap;
import io.pcr.writer.internal.convert.OutputFolder;
import io.pcr.writer.internal.convert.Publication;
import io.pcr.writer.internal.convert.Rebased;
import io.pcr.writer.internal.journal.CommitAttempt;
import io.pcr.writer.internal.journal.FileProof;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.internal.journal.Journal;
import io.pcr.writer.internal.journal.Listed;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.publish.DatasetPublication;
import io.pcr.writer.internal.reject.RejectCounts;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.internal.source.archive.TarStreamException;
import io.pcr.writer.internal.source.kind.SourceInputs;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.LabelsFileException;
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
import java.util.stream.Collectors;

/**
 * Converts a source to a new dataset, or adds it to an existing one. A conversion can be
 * interrupted at any moment, for any reason. If the same conversion runs again, it continues after
 * the last finished shard, and the result is the same dataset.
 *
 * <pre>
 * lock, options → listing → journal, shard, journal, shard, … → rejects.jsonl → manifest, index → done
 * </pre>
 *
 * <p>Each call is one conversion. It runs in the calling thread and in threads of its own, and
 * closes everything that it opens. Only one conversion at a time can write to a folder.
 */
public final class Conversion {
  /** The name of the file that lists the rejected inputs. */
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
   * Converts a source to a new dataset, in a folder that is empty or does not exist yet. If an
   * earlier run was interrupted, continues it.
   *
   * @throws RunRejectedException when the conversion cannot start with these options; nothing was
   *     changed
   * @throws DatasetBusyException when another command is writing to the folder
   * @throws ConversionStoppedException when an input was rejected and the options do not allow that
   */
  public static ConversionSummary convert(ConversionOptions options, ConversionListener listener)
      throws IOException, InterruptedException {
    return convert(options, listener, DurableSteps.NONE);
  }

  /**
   * Does the same as {@link #convert(ConversionOptions, ConversionListener)}, and reports each
   * durable step.
   */
  public static ConversionSummary convert(
      ConversionOptions options, ConversionListener listener, DurableSteps steps)
      throws IOException, InterruptedException {
    OutputFolder.prepareNew(options.out(), options.source());
    return new Conversion(options, false, listener, steps).run();
  }

  /**
   * Adds shards to a dataset and publishes a new generation. If an earlier run was interrupted,
   * continues it. Existing shards do not change. If the dataset already has an input's key, the
   * input is counted when it is the same file, and rejected when it is a different one. If there
   * are no new inputs, there is no new generation.
   *
   * @throws RunRejectedException when the conversion cannot start with these options; nothing was
   *     changed
   * @throws DatasetBusyException when another command is writing to the folder
   * @throws ConversionStoppedException when an input was rejected and the options do not allow that
   */
  public static ConversionSummary append(ConversionOptions options, ConversionListener listener)
      throws IOException, InterruptedException {
    return append(options, listener, DurableSteps.NONE);
  }

  /**
   * Does the same as {@link #append(ConversionOptions, ConversionListener)}, and reports each
   * durable step.
   */
  public static ConversionSummary append(
      ConversionOptions options, ConversionListener listener, DurableSteps steps)
      throws IOException, InterruptedException {
    OutputFolder.requireDataset(options.out(), options.source());
    return new Conversion(options, true, listener, steps).run();
  }

  private ConversionSummary run() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    String action = append ? "append" : "convert";
    try (DatasetLock lock = DatasetLock.acquire(options.out(), "pcr " + action, steps)) {
      lock.notice().ifPresent(this::tell);
      requireFit();
      try (RunFolder run = RunFolder.begin(lock, options.runOptions(action), steps)) {
        return runOrAbandon(run, begun);
      }
    } catch (IOException e) {
      // A failed write says only "No space left on device"; all other errors name their file.
      if (e.getClass() == IOException.class) {
        throw new ConversionFailedException(options.out(), e);
      }
      throw e;
    }
  }

  /** Looks again, now that no other command can write. */
  private void requireFit() throws IOException {
    if (append) {
      OutputFolder.requireDataset(options.out(), options.source());
    } else {
      OutputFolder.prepareNew(options.out(), options.source());
    }
  }

  private ConversionSummary runOrAbandon(RunFolder run, long begun)
      throws IOException, InterruptedException {
    try {
      return run(run, begun);
    } catch (DatasetChangedException e) {
      if (run.journal().shards().isEmpty()) {
        run.abandon();
        throw new RunRejectedException(e.getMessage());
      }
      throw new RunRejectedException(e.getMessage() + "; " + RunFolder.howToGiveUp(options.out()));
    } catch (RunRejectedException
        | LabelsFileException
        | ConversionStoppedException
        | IllegalArgumentException e) {
      // The next run will be different: other arguments, or a repaired source.
      if (run.journal().shards().isEmpty()) {
        run.abandon();
      }
      throw e;
    } catch (NoSuchFileException | TarStreamException e) {
      // For example, a labels file does not exist, or a stream ended too early: no listing exists
      // yet that a run could continue.
      if (run.journal().listed().isEmpty()) {
        run.abandon();
      }
      throw e;
    }
  }

  private ConversionSummary run(RunFolder run, long begun)
      throws IOException, InterruptedException {
    Optional<BaseDataset> base =
        append ? Optional.of(BaseDataset.of(options, run, this::tell, steps)) : Optional.empty();
    Optional<Manifest> published = CommittedRun.find(options.out(), run, steps);
    if (published.isEmpty() && !append && ManifestPublication.isDataset(options.out())) {
      throw new RunRejectedException(
          options.out()
              + " was changed by another program since the unfinished run in it began; "
              + RunFolder.howToGiveUp(options.out()));
    }
    list(run, published.isPresent());
    try (SampleSource source = source().open(run.listing())) {
      if (source.count() == 0) {
        throw new RunRejectedException(options.source().root() + nothingFound(source));
      }
      LabelMap labels =
          base.isPresent()
              ? base.get().labels(source.classNames())
              : LabelMap.of(source.classNames());
      return published.isPresent()
          ? finish(run, source, published.get(), begun)
          : convert(run, base, source, labels, begun);
    }
  }

  /**
   * Ends a run whose generation exists already. Its shards now belong to the dataset, whatever
   * their names are and whatever has happened to them since: this method creates, replaces and
   * deletes none.
   */
  private ConversionSummary finish(
      RunFolder run, SampleSource source, Manifest published, long begun) throws IOException {
    try {
      new DatasetPublication(options.out(), Limits.DEFAULT, this::tell, steps).index(published);
    } catch (PcrException | NoSuchFileException e) {
      // An index needs all shards, intact; without one now, it is built when it is first needed.
      tell(
          "the index of "
              + options.out()
              + " cannot be built: "
              + e.getMessage()
              + (e instanceof PcrException ? "" : " is missing")
              + "; 'pcr verify' says what is damaged");
    }
    Set<String> ours =
        run.journal().shards().stream().map(FinishedShard::name).collect(Collectors.toSet());
    List<ShardEntry> added =
        shards(published).stream().filter(shard -> ours.contains(shard.name())).toList();
    Map<RejectReason, Long> listed = listed(run);
    InputCounts tally = FinishedShards.tally(run.journal());
    run.finish();
    return new ConversionSummary(
        published,
        added,
        tally,
        listed,
        source.findings().with(Finding.NEW_SINCE_LISTED, newSinceListed),
        true,
        Duration.ofNanos(System.nanoTime() - begun));
  }

  private SourceInput source() {
    return SourceInputs.of(options.source());
  }

  private List<ShardEntry> shards(Manifest published) throws IOException {
    ShardList list = ShardFinder.local(options.out(), published, notice -> {}).list();
    list.load();
    return list.asList();
  }

  private static Map<RejectReason, Long> listed(RunFolder run) throws IOException {
    Path before = run.baseRejects();
    return RejectCounts.of(run.rejects(), Files.exists(before) ? Files.size(before) : 0);
  }

  /** Reports each notice only once, whoever finds it. */
  private void tell(String notice) {
    if (told.add(notice)) {
      listener.notice(notice);
    }
  }

  private String nothingFound(SampleSource source) {
    long excluded = source.findings().of(Finding.EXCLUDED).count();
    if (excluded > 0) {
      return " holds no images to convert; " + excluded + " files are excluded by patterns";
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
      if (options.source().isStream() || Files.exists(options.source().root())) {
        newSinceListed = source().newSince(run.listing(), listener::listing);
      }
      return;
    }
    if (run.resumed() && options.source().isStream()) {
      tell(
          "the unfinished run in "
              + options.out()
              + " has not received its whole tar; it is begun anew");
    }
    OwnFile.delete(run.rejects());
    if (Files.exists(run.baseRejects())) {
      Files.copy(run.baseRejects(), run.rejects());
    }
    long before = Files.exists(run.rejects()) ? Files.size(run.rejects()) : 0;
    try (RejectLog rejects = RejectLog.open(run.rejects(), before, this::skipped)) {
      source().list(run.listing(), rejects, listener::listing);
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
   * Whether the source is listed. A bad listing is made again if no shard has been made from it.
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

  /** The dataset as it is now, which another writer may have added to since the run began. */
  private Optional<BaseDataset> newest(Optional<BaseDataset> begunWith) throws IOException {
    if (begunWith.isEmpty()) {
      return begunWith;
    }
    Manifest newest =
        ManifestPublication.base(options.out(), steps)
            .orElseThrow(() -> new NoSuchFileException(options.out().toString()));
    return newest.commitId().equals(begunWith.get().manifest().commitId())
        ? begunWith
        : Optional.of(new BaseDataset(options.out(), newest, this::tell));
  }

  private ConversionSummary convert(
      RunFolder run,
      Optional<BaseDataset> begunWith,
      SampleSource source,
      LabelMap labels,
      long begun)
      throws IOException, InterruptedException {
    if (begunWith.isPresent()) {
      begunWith.get().requireSameColumns(source.columns());
    }
    Map<String, String> before = begunWith.map(b -> b.manifest().options()).orElse(Map.of());
    ConversionOptions resolved = SlopeSample.resolve(options, run, before, source, steps);
    Optional<ScanChoice> scans = CreationOptions.scans(resolved.variant(), resolved.encode());
    ShardFormat format = RunFormat.of(resolved, source, labels);
    Optional<BaseDataset> base = newest(begunWith);
    FinishedShards finished = new FinishedShards(options.out(), format, base, run.journal());
    finished.prove(this::tell);
    AddedShards.Made made =
        new AddedShards.Made(scans, source.columns(), source.classNames(), labels);
    if (!base.equals(begunWith)) {
      Rebased.of(begunWith.get(), base.get().manifest(), finished.entries(), made);
    }
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
              finished,
              rejects,
              format,
              new ShardWriter(options.out(), format, finished.taken(), steps));
      InputCounts tally = shards.run();
      rejects.flush();
      rejects.force();
      Publication publication =
          new Publication(
              options.out(),
              scans,
              base.map(b -> CreationOptions.ofBase(b, scans)).orElseGet(resolved::creationOptions),
              source.columns(),
              base,
              steps);
      List<ShardEntry> added = finished.entries();
      Map<RejectReason, Long> listed = listed(run);
      boolean nothingNew = base.isPresent() && added.isEmpty();
      if (!nothingNew || RejectCounts.rejects(listed) > 0) {
        publication.rejects(run.rejects(), run.baseRejects());
      }
      Manifest manifest =
          nothingNew
              ? base.get().manifest()
              : publication.publish(
                  added,
                  made,
                  (generation, id) -> run.journal().add(new CommitAttempt(generation, id)),
                  this::tell);
      run.finish();
      return new ConversionSummary(
          manifest,
          added,
          tally,
          listed,
          source.findings().with(Finding.NEW_SINCE_LISTED, newSinceListed),
          run.resumed(),
          Duration.ofNanos(System.nanoTime() - begun));
    } catch (ConversionStoppedException | RunRejectedException | DatasetChangedException e) {
      throw e;
    } catch (IOException e) {
      throw new ConversionFailedException(options.out(), e);
    }
  }
}
