package io.pcr.writer.source.archive;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.RawNames;
import io.pcr.writer.source.SourceFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Lists the samples of all tars of a source. Used once, by one thread. */
final class TarScan {
  /** What is taken as the image, the first that is there. */
  private static final List<String> IMAGES =
      List.of("jpg", "jpeg", "png", "webp", "bmp", "ppm", "pgm", "pnm", "gif", "tif", "tiff");

  private static final String LABEL = "cls";
  private static final Set<String> TEXTS = Set.of("json", "txt", "text", "caption", LABEL);
  private static final int MAX_LABEL_LENGTH = 32;
  private static final int MAX_INLINE_VALUE = 4 << 10;

  private final TarSourceOptions options;
  private final ArchiveListing listing;

  /** The largest value of each column. */
  private final Map<String, Long> columns = new TreeMap<>();

  private ByteSource source;
  private String archive;
  private long modifiedNanos;
  private String key;
  private final List<TarSample.Part> parts = new ArrayList<>();

  TarScan(TarSourceOptions options, ArchiveListing listing) {
    this.options = options;
    this.listing = listing;
  }

  void run() throws IOException {
    for (String name : ArchiveFiles.names(options.root(), TarSourceOptions.SUFFIXES)) {
      Path path = ArchiveFiles.resolve(options.root(), name);
      archive = name;
      modifiedNanos = ArchiveFiles.modifiedNanos(path);
      try (FileByteSource file = FileByteSource.open(path)) {
        source = file;
        scan();
      }
    }
    List<ColumnSpec> specs = new ArrayList<>();
    columns.forEach((name, largest) -> specs.add(spec(name, largest)));
    listing.finish(List.of(), specs);
  }

  private static ColumnSpec spec(String name, long largest) {
    return new ColumnSpec(
        name,
        TEXTS.contains(name) ? ColumnType.STRING : ColumnType.BYTES,
        largest <= MAX_INLINE_VALUE ? Placement.INLINE : Placement.LATE);
  }

  private void scan() throws IOException {
    TarWalk walk = new TarWalk(source);
    try {
      for (TarWalk.Member member = walk.next(); member != null; member = walk.next()) {
        take(member);
      }
      endSample();
      if (!walk.isEnded()) {
        reject(archive, RejectReason.DAMAGED, "ends without the mark that ends a tar", -1);
      }
    } catch (PcrException e) {
      if (key != null) {
        reject(archive + ": " + key, RejectReason.DAMAGED, "its tar is damaged behind it", -1);
      }
      parts.clear();
      key = null;
      String detail = e.getMessage() + "; what follows is lost";
      reject(archive, RejectReason.DAMAGED, detail, source.length());
    }
  }

  private void take(TarWalk.Member member) throws IOException {
    if (member.type() == TarHeader.FOLDER) {
      return;
    }
    String shown = archive + ": " + RawNames.show(member.name());
    Optional<WebDatasetName> name = WebDatasetName.parse(member.name());
    if (!member.isFile()) {
      reject(shown, RejectReason.NOT_A_FILE, "a link or device in a tar", member.size());
    } else if (name.isEmpty()) {
      reject(shown, RejectReason.NAME, "not key.extension inside the tar", member.size());
    } else {
      if (!name.get().key().equals(key)) {
        endSample();
        key = name.get().key();
      }
      String extension = name.get().extension();
      if (parts.stream().anyMatch(part -> part.extension().equals(extension))) {
        String detail = "the sample has a " + extension + " already";
        reject(shown, RejectReason.DUPLICATE_KEY, detail, member.size());
      } else {
        parts.add(new TarSample.Part(extension, member.position(), member.size()));
      }
    }
  }

  private void endSample() throws IOException {
    if (!parts.isEmpty()) {
      addSample(List.copyOf(parts));
    }
    parts.clear();
    key = null;
  }

  private void addSample(List<TarSample.Part> all) throws IOException {
    Optional<TarSample.Part> image =
        IMAGES.stream()
            .flatMap(ending -> all.stream().filter(part -> part.extension().equals(ending)))
            .findFirst();
    Optional<TarSample.Part> tooLarge =
        all.stream().filter(part -> part.size() > options.maxMemberBytes()).findFirst();
    if (image.isEmpty()) {
      String has = String.join(", ", all.stream().map(TarSample.Part::extension).toList());
      reject(archive + ": " + key, RejectReason.ORPHAN, "no image, only " + has, -1);
      return;
    }
    if (tooLarge.isPresent()) {
      String detail =
          tooLarge.get().extension() + " has " + tooLarge.get().size() + " bytes, the limit is ";
      reject(key, RejectReason.LIMIT, detail + options.maxMemberBytes(), tooLarge.get().size());
      return;
    }
    OptionalLong label = OptionalLong.empty();
    List<TarSample.Part> others = new ArrayList<>();
    for (TarSample.Part part : all) {
      OptionalLong number = part.extension().equals(LABEL) ? label(part) : OptionalLong.empty();
      if (number.isPresent()) {
        label = number;
      } else if (!part.equals(image.get())) {
        columns.merge(part.extension(), part.size(), Math::max);
        others.add(part);
      }
    }
    listing.add(
        new SourceFile(
            key.getBytes(StandardCharsets.UTF_8),
            image.get().size(),
            modifiedNanos,
            label.orElse(SourceFile.NO_LABEL),
            new TarSample(archive, image.get(), others).toRow()));
  }

  /** The label, when it is an integer. */
  private OptionalLong label(TarSample.Part part) throws IOException {
    if (part.size() > MAX_LABEL_LENGTH) {
      return OptionalLong.empty();
    }
    ByteBuffer text = ByteBuffer.allocate((int) part.size());
    source.readFully(part.position(), text);
    try {
      long label = Long.parseLong(new String(text.array(), StandardCharsets.ISO_8859_1).strip());
      return label == SourceFile.NO_LABEL ? OptionalLong.empty() : OptionalLong.of(label);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private void reject(String path, RejectReason reason, String detail, long bytes)
      throws IOException {
    listing.reject(new Reject(path, reason, detail, bytes));
  }
}
