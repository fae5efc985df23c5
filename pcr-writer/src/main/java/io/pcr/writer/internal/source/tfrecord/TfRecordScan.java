package io.pcr.writer.internal.source.tfrecord;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.example.FeatureNames.Role;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordListener;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.writer.internal.extract.ClassColumn;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.archive.ArchiveFolder;
import io.pcr.writer.internal.source.archive.ArchiveInput;
import io.pcr.writer.internal.source.archive.ArchiveListing;
import io.pcr.writer.internal.source.archive.ArchiveStamp;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Lists the records of all TFRecord files of a source. Used once, by one thread. */
final class TfRecordScan {
  private static final int NAMES_SHOWN = 12;
  private static final int MAX_INLINE_TEXT = 1 << 10;

  private final TfRecordSourceOptions options;
  private final ArchiveListing listing;
  private final FeatureColumns columns = new FeatureColumns();
  private final ClassTexts classTexts = new ClassTexts();

  /** Roles whose feature the user named, and no record had so far. */
  private final Set<Role> rolesMissing = EnumSet.noneOf(Role.class);

  private String namesOfARecord = "";

  /** Whether the records that name their class have the name in that column, too. */
  private boolean isClassInColumn = true;

  TfRecordScan(TfRecordSourceOptions options, ArchiveListing listing) {
    this.options = options;
    this.listing = listing;
    for (Role role : Role.values()) {
      if (!options.names().name(role).equals(FeatureNames.DEFAULT.name(role))) {
        rolesMissing.add(role);
      }
    }
  }

  void run() throws IOException {
    ArchiveFolder.visit(options.root(), listing, this::scan);
    rejectMissingRoles();
    List<ColumnSpec> specs = new ArrayList<>(columns.specs(this::refuse));
    boolean hasOwn = specs.stream().anyMatch(spec -> spec.name().equals(ClassColumn.NAME));
    if (classTexts.isColumn() && hasOwn && !isClassInColumn) {
      refuse(options.names().name(Role.CLASS_NAME), "another column has that name");
    } else if (classTexts.isColumn() && !hasOwn) {
      boolean isInline = classTexts.longest() <= MAX_INLINE_TEXT;
      specs.add(
          new ColumnSpec(
              ClassColumn.NAME, ColumnType.STRING, isInline ? Placement.INLINE : Placement.LATE));
    }
    listing.finish(classTexts.classNames(), specs);
  }

  /** A name that no record has is a slip of the keyboard more often than what was meant. */
  private void rejectMissingRoles() throws IOException {
    // Without records that have an image, each has said what is missing.
    rolesMissing.removeIf(role -> namesOfARecord.isEmpty());
    for (Role role : rolesMissing) {
      String feature = "feature " + options.names().name(role);
      String detail = "no record has it; the records have " + namesOfARecord;
      listing.reject(Reject.of(feature, RejectReason.ORPHAN, detail));
    }
  }

  private void refuse(String feature, String why) throws IOException {
    String detail = "the feature is not a column of any sample: " + why;
    listing.reject(Reject.of("feature " + feature, RejectReason.ORPHAN, detail));
  }

  private void scan(ArchiveStamp stamp, ArchiveInput source) throws IOException {
    TfRecordReadOptions read = TfRecordReadOptions.DEFAULT.withLimits(options.limits());
    try {
      TfRecordFile file = TfRecordFile.open(source, read);
      try (TfRecordReader reader = file.records()) {
        reader.forEach(new Taking(stamp, file));
      }
    } catch (PcrException.NotPcr e) {
      String detail = "not a TFRecord file: " + e.getMessage();
      reject(stamp.name(), RejectReason.NOT_AN_IMAGE, detail, stamp.length());
    } catch (PcrException e) {
      String detail = e.getMessage() + "; what follows is lost";
      reject(stamp.name(), RejectReason.DAMAGED, detail, stamp.length());
    }
  }

  /** Takes the records of one file; behind a damaged one it is known where the next begins. */
  private final class Taking implements TfRecordListener {
    private final ArchiveStamp stamp;
    private final TfRecordFile file;

    Taking(ArchiveStamp stamp, TfRecordFile file) {
      this.stamp = stamp;
      this.file = file;
    }

    @Override
    public boolean record(TfRecord record) throws IOException {
      take(stamp, file, record);
      return true;
    }

    @Override
    public boolean damaged(long number, PcrException.Corrupt damage) throws IOException {
      reject(stamp.name(), RejectReason.DAMAGED, damage.getMessage(), -1);
      return true;
    }
  }

  private void take(ArchiveStamp stamp, TfRecordFile file, TfRecord record) throws IOException {
    ListedRecord listed = ListedRecord.of(stamp, file.compression(), record);
    String shown = stamp.name() + ": record " + record.origin().number();
    Example example;
    ImageExample image;
    try {
      example = Example.decode(record.data(), listed.origin(), options.limits());
      if (example.feature(options.names().name(Role.ENCODED)).isEmpty()) {
        reject(
            shown, RejectReason.ORPHAN, withoutImage(example, record), record.data().remaining());
        return;
      }
      image = ImageExample.of(example, options.names(), listed.origin());
    } catch (PcrException e) {
      reject(shown, RejectReason.DAMAGED, e.getMessage(), record.data().remaining());
      return;
    }
    rolesMissing.removeIf(role -> example.feature(options.names().name(role)).isPresent());
    if (namesOfARecord.isEmpty()) {
      namesOfARecord = names(example);
    }
    columns.add(image.others());
    image.className().ifPresent(name -> addClass(image, name));
    String key =
        image
            .key()
            .filter(name -> !name.isEmpty())
            .orElse(stamp.name() + "/" + record.origin().number());
    listing.add(
        new SourceFile(
            key.getBytes(UTF_8),
            image.encoded().remaining(),
            stamp.modifiedNanos(),
            image.label(),
            listed.withHeadOf(image.encoded()).toRow()));
  }

  /** Records that were made of such a column say the name twice. */
  private void addClass(ImageExample image, String name) {
    classTexts.add(image.label(), name);
    Feature own = image.others().get(ClassColumn.NAME);
    isClassInColumn &= Feature.ofText(name).equals(own);
  }

  /** Whoever has other names wants to know which. */
  private String withoutImage(Example example, TfRecord record) {
    return "no feature "
        + options.names().name(Role.ENCODED)
        + " at "
        + record.origin().offset()
        + "; the record has "
        + names(example);
  }

  private static String names(Example example) {
    List<String> names = new TreeSet<>(example.features().keySet()).stream().toList();
    String has = String.join(", ", names.subList(0, Math.min(NAMES_SHOWN, names.size())));
    return (names.isEmpty() ? "none" : has) + (names.size() > NAMES_SHOWN ? ", …" : "");
  }

  private void reject(String path, RejectReason reason, String detail, long bytes)
      throws IOException {
    listing.reject(new Reject(path, reason, detail, bytes));
  }
}
