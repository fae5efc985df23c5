package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.RawNames;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.archive.TarSample.Part;
import io.pcr.writer.internal.tar.TarWalk;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Lists the samples of all tars of a source. Used once, by one thread. */
final class TarScan {
  /** A sample of more is none, but files whose names have dots in them. */
  private static final int MAX_PARTS = 100;

  private final TarSourceOptions options;
  private final ArchiveListing listing;
  private final ColumnsOfParts partColumns = new ColumnsOfParts();
  private final JsonColumns jsonColumns = new JsonColumns();
  private final TarClasses classes = new TarClasses();
  private long longestJson;

  private ByteSource source;
  private ArchiveStamp archive;
  private String key;
  private final List<Part> parts = new ArrayList<>();

  TarScan(TarSourceOptions options, ArchiveListing listing) {
    this.options = options;
    this.listing = listing;
  }

  void run() throws IOException {
    ArchiveFolder.visit(options.root(), listing, this::scan);
    Map<String, ColumnSpec> others = partColumns.specs();
    List<ColumnSpec> specs = new ArrayList<>(jsonColumns.specs(others));
    if (jsonColumns.keepsText()) {
      others.put(WebDataset.JSON, ColumnsOfParts.text(WebDataset.JSON, longestJson));
      specs.removeIf(spec -> spec.name().equals(WebDataset.JSON));
    }
    specs.addAll(others.values());
    Optional<String> unusable = classes.whyNot();
    if (unusable.isPresent()) {
      String detail = "the names of classes are left out: " + unusable.get();
      reject(classes.place(), RejectReason.ORPHAN, detail, -1);
    }
    listing.finish(classes.classNames(), specs);
  }

  private void scan(ArchiveStamp stamp, ArchiveInput file) throws IOException {
    archive = stamp;
    source = file;
    Optional<String> other = TarSourceOptions.whyNoTar(file);
    if (other.isPresent()) {
      reject(stamp.name(), RejectReason.NOT_AN_IMAGE, other.get(), stamp.length());
    } else {
      walk(new TarWalk(file));
    }
  }

  private void walk(TarWalk walk) throws IOException {
    try {
      for (TarWalk.Member member = walk.next(); member != null; member = walk.next()) {
        take(member);
      }
      endSample();
      if (!walk.isEnded()) {
        String detail =
            "ends without the end mark of a tar; parts of its last sample may be missing";
        reject(archive.name(), RejectReason.DAMAGED, detail, -1);
      }
      OptionalLong behind = walk.behindEnd();
      if (behind.isPresent()) {
        String detail = "has more data after the end mark of the tar, at " + behind.getAsLong();
        reject(archive.name(), RejectReason.DAMAGED, detail + "; that data is left out", -1);
      }
    } catch (PcrException e) {
      loseSample();
      String detail = e.getMessage() + "; what follows is lost";
      reject(archive.name(), RejectReason.DAMAGED, detail, archive.length());
    } catch (ArchiveInput.Unreadable e) {
      loseSample();
      throw e;
    }
  }

  /** The sample that is being gathered may go on behind the damage, so it is lost too. */
  private void loseSample() throws IOException {
    if (key != null) {
      String shown = archive.name() + ": " + key;
      reject(shown, RejectReason.DAMAGED, "its tar is damaged after it", -1);
    }
    parts.clear();
    key = null;
  }

  private void take(TarWalk.Member member) throws IOException {
    if (member.kind() == TarWalk.Kind.FOLDER) {
      return;
    }
    String shown = archive.name() + ": " + RawNames.show(member.name());
    Optional<WebDatasetName> name = WebDatasetName.parse(member.name());
    if (member.kind() != TarWalk.Kind.FILE) {
      String what =
          member.kind() == TarWalk.Kind.SPARSE_FILE ? "a sparse file" : "a link or device";
      reject(shown, RejectReason.NOT_A_FILE, what + " in a tar", member.size());
    } else if (isClasses(member)) {
      byte[] content = TarParts.read(new Part("", member.position(), member.size()), source);
      classes.add(shown, content);
    } else if (name.isEmpty()) {
      reject(shown, RejectReason.NAME, "not key.extension inside the tar", member.size());
    } else {
      if (!name.get().key().equals(key)) {
        endSample();
        key = name.get().key();
      }
      addPart(new Part(name.get().extension(), member.position(), member.size()), shown);
    }
  }

  private static boolean isClasses(TarWalk.Member member) {
    String name = new String(member.name(), UTF_8);
    boolean isNamed = name.equals(ClassesMember.NAME) || name.equals("./" + ClassesMember.NAME);
    return isNamed && member.size() <= ClassesMember.MAX_LENGTH;
  }

  private void addPart(Part part, String shown) throws IOException {
    String extension = part.extension();
    if (parts.size() == MAX_PARTS) {
      String detail =
          "more than " + MAX_PARTS + " files with the key " + key + ", which ends at the first dot";
      reject(shown, RejectReason.LIMIT, detail, part.size());
    } else if (parts.stream().anyMatch(other -> other.extension().equals(extension))) {
      String detail = "the sample has a " + extension + " already";
      reject(shown, RejectReason.DUPLICATE_KEY, detail, part.size());
    } else {
      parts.add(part);
    }
  }

  private void endSample() throws IOException {
    if (key != null) {
      addSample(List.copyOf(parts));
    }
    parts.clear();
    key = null;
  }

  private void addSample(List<Part> all) throws IOException {
    String shown = archive.name() + ": " + key;
    Optional<Part> image = TarParts.image(all);
    Optional<Part> tooLarge =
        all.stream().filter(part -> part.size() > options.maxMemberBytes()).findFirst();
    if (image.isEmpty()) {
      String has = String.join(", ", all.stream().map(Part::extension).limit(5).toList());
      String more = all.size() > 5 ? ", and " + (all.size() - 5) + " more" : "";
      reject(shown, RejectReason.ORPHAN, "no image, only " + has + more, -1);
    } else if (tooLarge.isPresent()) {
      Part part = tooLarge.get();
      String has = part.extension() + " has " + part.size() + " bytes, the limit is ";
      reject(shown, RejectReason.LIMIT, has + options.maxMemberBytes(), part.size());
    } else if (!all.stream().allMatch(part -> partColumns.hasRoomFor(part.extension()))) {
      String detail = "more than " + JsonColumns.MAX_COLUMNS + " kinds of files";
      reject(shown, RejectReason.LIMIT, detail, image.get().size());
    } else {
      add(all, image.get());
    }
  }

  private void add(List<Part> all, Part image) throws IOException {
    String name = key;
    OptionalLong label = OptionalLong.empty();
    List<Part> others = new ArrayList<>();
    for (Part part : all) {
      OptionalLong number = TarParts.label(part, source);
      if (number.isPresent()) {
        label = number;
        classes.addLabel(number.getAsLong());
      } else if (part.extension().equals(WebDataset.JSON)) {
        name = lookInto(part).orElse(key);
        others.add(part);
      } else if (!part.equals(image)) {
        if (part.extension().equals(WebDataset.LABEL)) {
          listing.find(Finding.LABELS_NOT_INTEGERS, key);
        }
        partColumns.add(part.extension(), part.size());
        others.add(part);
      }
    }
    listing.add(
        new SourceFile(
            name.getBytes(UTF_8),
            image.size(),
            archive.modifiedNanos(),
            label,
            new TarSample(archive, image, others).toRow()));
  }

  /** Notes the columns that the object has; returns the key that it may have, too. */
  private Optional<String> lookInto(Part json) throws IOException {
    longestJson = Math.max(longestJson, json.size());
    Optional<JsonObject> object = TarParts.object(json, source);
    if (object.isEmpty()) {
      jsonColumns.addOther();
      return Optional.empty();
    }
    jsonColumns.add(object.get().without(WebDataset.KEY));
    return object.get().members().get(WebDataset.KEY) instanceof String text
            && JsonColumns.isUnicode(text)
        ? Optional.of(text)
        : Optional.empty();
  }

  private void reject(String path, RejectReason reason, String detail, long bytes)
      throws IOException {
    listing.reject(new Reject(path, reason, detail, bytes));
  }
}
