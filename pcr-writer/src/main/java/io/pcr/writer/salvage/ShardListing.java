package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.NotADatasetException;
import io.pcr.reader.internal.find.Generations;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.reader.internal.location.ShardNames;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What a damaged dataset lists: by its newest intact generation, by the copy of it that an
 * unfinished append keeps, by an intact index, or only by the names of its files.
 *
 * @param manifest the manifest, or its copy; empty when there is none that can be read
 * @param dataset what the dataset is called by its manifest or its index
 * @param shards the shards in the order of the dataset
 * @param losses the losses that are known before a shard is opened
 */
record ShardListing(
    Optional<Manifest> manifest,
    Optional<UUID> dataset,
    List<DamagedShard> shards,
    List<Loss> losses) {
  ShardListing {
    shards = List.copyOf(shards);
    losses = List.copyOf(losses);
  }

  /** A single shard, which no dataset is known of. */
  static ShardListing ofFile(LocalFolder folder, String name) {
    return new ShardListing(
        Optional.empty(), Optional.empty(), List.of(new NamedShard(folder, name)), List.of());
  }

  /** The best list that a folder has. */
  static ShardListing ofFolder(LocalFolder folder, Limits limits, Consumer<String> notices)
      throws IOException {
    return ofFolder(folder, limits, notices, () -> {});
  }

  /** Is asked between two steps of the reading, so that a test can come between them. */
  @FunctionalInterface
  interface Between {
    void manifestAndFiles() throws IOException;
  }

  /**
   * As {@link #ofFolder(LocalFolder, Limits, Consumer)}.
   *
   * @param between is asked after a manifest is read, before the files are listed
   */
  static ShardListing ofFolder(
      LocalFolder folder, Limits limits, Consumer<String> notices, Between between)
      throws IOException {
    Generations generations = new Generations(folder, limits);
    Generations.Newest newest;
    try {
      newest = generations.newestIntact(notices);
    } catch (IOException e) {
      DamageOrShortage.requireDamage(e);
      Optional<Manifest> base = BaseManifest.of(folder.folder(), limits);
      if (base.isEmpty()) {
        return withoutManifest(folder, e, limits);
      }
      String how = e instanceof NoSuchFileException ? " is missing" : " is damaged";
      notices.accept(
          Manifest.FILE_NAME
              + how
              + ": its intact copy in the unfinished run, "
              + BaseManifest.NAME
              + ", is used; the shards of that run are not part of the dataset yet");
      newest =
          new Generations.Newest(
              base.get(),
              Optional.of(e),
              0,
              damagedBehind(base.get().generation(), folder, limits),
              false);
    }
    while (true) {
      Manifest manifest = newest.manifest();
      ShardList list =
          OlderLists.complete(folder, intactParts(folder, manifest, limits), limits, notices);
      between.manifestAndFiles();
      List<String> strangers = new ShardFinder(folder, list, notice -> {}).unlisted();
      // The folder of a run is there before its shards, and goes after its generation is there.
      boolean isWritten = !strangers.isEmpty() && RunFolder.isUnfinished(folder.folder());
      Optional<Generations.Newest> newer = newer(generations, manifest);
      if (newer.isEmpty()) {
        return ofManifest(folder, list, newest, strangers, isWritten, limits, notices);
      }
      newest = newer.get();
    }
  }

  /** A generation behind one, which another writer has published since. */
  private static Optional<Generations.Newest> newer(Generations generations, Manifest known)
      throws IOException {
    try {
      return Optional.of(generations.newestIntact(notice -> {}))
          .filter(
              newest ->
                  newest.manifest().generation() > known.generation()
                      && newest.manifest().datasetUuid().equals(known.datasetUuid()));
    } catch (IOException e) {
      DamageOrShortage.requireDamage(e);
      return Optional.empty();
    }
  }

  private static ShardList intactParts(LocalFolder folder, Manifest manifest, Limits limits)
      throws IOException {
    return new ShardList(manifest, folder::open, limits)
        .withoutLostParts(DamageOrShortage::isDamage);
  }

  /**
   * A manifest may be older than the dataset: an intact index of a later generation lists shards
   * that it does not know. Where a newer generation or a part is lost, so does the index of the
   * same generation; and the other shards that are there may have been listed by what is lost: they
   * are used, too. Else they are left out, and reported; those of a run that is at work or was
   * interrupted are no loss.
   */
  private static ShardListing ofManifest(
      LocalFolder folder,
      ShardList list,
      Generations.Newest newest,
      List<String> found,
      boolean isWritten,
      Limits limits,
      Consumer<String> notices)
      throws IOException {
    Manifest manifest = list.manifest();
    LostLists lost = LostLists.of(list, newest);
    ListedOnce once = new ListedOnce(notices);
    List<ShardEntry> entries = once.of(list.asList());
    ShardFinder finder = new ShardFinder(folder, list, notices);
    Set<String> names =
        list.asList().stream().map(ShardEntry::name).collect(Collectors.toUnmodifiableSet());
    List<DamagedShard> shards = new ArrayList<>();
    for (ShardEntry shard : entries) {
      shards.add(new ManifestShard(folder, finder, names, shard, limits));
    }
    List<String> strangers = new ArrayList<>(found);
    if (!strangers.isEmpty()) {
      Optional<IndexedFiles> newer =
          IndexedFiles.of(folder.folder(), limits)
              .filter(files -> isNewer(files.identity(), manifest, lost));
      if (newer.isPresent()) {
        for (DamagedShard shard : indexed(folder, newer.get())) {
          if (!names.contains(shard.name())) {
            shards.add(shard);
            strangers.removeAll(shard.copies());
          }
        }
        notices.accept(
            newer.get().identity().generation() == manifest.generation()
                ? "the index is intact: the shards that only it lists are used too"
                : "the index is of generation "
                    + newer.get().identity().generation()
                    + " and the manifest of "
                    + manifest.generation()
                    + ", an older one: the shards that only the index lists are used too");
      }
    }
    if (!lost.isEmpty()) {
      List<String> free = strangers.stream().filter(once::isNew).toList();
      free.forEach(file -> shards.add(new NamedShard(folder, file)));
      if (!free.isEmpty()) {
        notices.accept(
            "a list that is damaged or missing may have named these shards; nothing else says that"
                + " they are of the dataset, and they are used: "
                + String.join(", ", free));
      }
      strangers.removeAll(free);
    } else if (isWritten && !strangers.isEmpty()) {
      notices.accept(
          "a run in the dataset is at work or was interrupted; what it has written is left out, as"
              + " it is not part of the dataset yet: "
              + String.join(", ", strangers));
      strangers.clear();
    }
    List<Loss> losses = new ArrayList<>(lost.losses(shards));
    losses.addAll(unlisted(strangers, "the manifest"));
    return new ShardListing(
        Optional.of(manifest), Optional.of(manifest.datasetUuid()), shards, losses);
  }

  private static boolean isNewer(IndexIdentity index, Manifest manifest, LostLists lost) {
    int order = Long.compareUnsigned(index.generation(), manifest.generation());
    return index.dataset().equals(manifest.datasetUuid())
        && (order > 0 || (order == 0 && !lost.isEmpty()));
  }

  /** Generations that are newer than one, where none is intact. */
  private static Map<String, IOException> damagedBehind(
      long known, LocalFolder folder, Limits limits) throws IOException {
    Map<String, IOException> damaged = new TreeMap<>();
    for (String file : folder.list()) {
      if (GenerationNames.generation(file).orElse(0) > known) {
        try (ByteSource source = folder.open(file)) {
          if (source.length() > 0) {
            Manifest.read(source, limits);
          }
        } catch (IOException e) {
          DamageOrShortage.requireDamage(e);
          damaged.put(file, e);
        }
      }
    }
    return damaged;
  }

  private static ShardListing withoutManifest(LocalFolder folder, IOException e, Limits limits)
      throws IOException {
    Set<String> shards = new TreeSet<>();
    List<String> others = new ArrayList<>();
    for (String file : folder.list()) {
      if (ShardNames.isShard(file) || isContainer(folder, file)) {
        shards.add(file);
      } else if (ShardWriter.number(file).isPresent()) {
        others.add(file);
      }
    }
    if (shards.isEmpty() && others.isEmpty()) {
      throw new NotADatasetException(
          folder.toString(), "not a dataset, it has neither manifest nor shards", 0);
    }
    Path path = folder.folder();
    if (RunFolder.isUnfinished(path) && e instanceof NoSuchFileException) {
      throw new RunRejectedException(
          path
              + ": a conversion there is unfinished; run it again to finish it, or delete "
              + path.resolve(RunFolder.NAME)
              + " to give it up, and then repair");
    }
    Optional<IndexedFiles> indexed = IndexedFiles.of(path, limits);
    return indexed.isPresent()
        ? ofIndex(folder, indexed.get(), e)
        : ofNames(folder, shards, others, e);
  }

  /** A shard under another name may have lost its suffix. */
  static boolean isContainer(DatasetFolder folder, String file) throws IOException {
    try (ByteSource source = folder.open(file)) {
      return ShardFinder.isContainer(source);
    } catch (AccessDeniedException | NoSuchFileException e) {
      return false; // One that cannot be read does not say what it is.
    }
  }

  private static ShardListing ofIndex(LocalFolder folder, IndexedFiles files, IOException e) {
    List<Loss> losses = new ArrayList<>();
    losses.add(Loss.ofManifest(Manifest.FILE_NAME, OptionalLong.of(0), Loss.Cause.of(e)));
    losses.addAll(unlisted(files.strangers(), "the index"));
    return new ShardListing(
        Optional.empty(), Optional.of(files.identity().dataset()), indexed(folder, files), losses);
  }

  private static ShardListing ofNames(
      LocalFolder folder, Set<String> shards, List<String> others, IOException e) {
    List<Loss> losses = new ArrayList<>();
    // Nothing says what there was: a shard that is gone leaves no trace.
    losses.add(Loss.ofManifest(Manifest.FILE_NAME, OptionalLong.empty(), Loss.Cause.of(e)));
    for (String other : others) {
      Loss.Cause cause = Loss.Cause.missing("a TFRecord, about which only the manifest had more");
      losses.add(Loss.ofShard(other, OptionalLong.empty(), cause));
    }
    List<DamagedShard> named =
        shards.stream().<DamagedShard>map(name -> new NamedShard(folder, name)).toList();
    return new ShardListing(Optional.empty(), Optional.empty(), named, losses);
  }

  private static List<DamagedShard> indexed(LocalFolder folder, IndexedFiles files) {
    List<DamagedShard> shards = new ArrayList<>();
    for (ShardTable.Entry shard : files.shards()) {
      shards.add(new IndexedShard(folder, files, shard));
    }
    return shards;
  }

  private static List<Loss> unlisted(List<String> strangers, String list) {
    return strangers.stream()
        .map(file -> Loss.ofShard(file, OptionalLong.empty(), Loss.Cause.unlisted(list)))
        .toList();
  }
}
