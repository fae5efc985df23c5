package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Makes samples of PCR shards from image files. JPEGs become progressive; the settings decide about
 * other images. The first bytes of a file decide what kind of image it is.
 *
 * <p>Not thread-safe. Whoever creates it closes it.
 */
public final class ProgressiveEncoder implements SampleEncoder {
  private final EncodeSettings settings;
  private final JpegTranscoder transcoder;
  private final OriginalKeeper keeper;
  private final PixelEncoder pixels;

  public ProgressiveEncoder(EncodeSettings settings) {
    this.settings = settings;
    transcoder =
        ScanTranscoders.of(
            settings.scans(),
            TranscodeOptions.DEFAULT
                .withMarkers(settings.markers())
                .withEssentialIccBytes(settings.iccBytes())
                .withReproduce(settings.restore() != RestorePolicy.NONE)
                .withLimits(settings.limits()));
    keeper = new OriginalKeeper(settings);
    pixels = new PixelEncoder(settings);
  }

  @Override
  public EncodedSample encode(SourceSample sample, long place) throws InputRejectedException {
    JpegInFile jpeg = JpegInFile.of(sample);
    if (jpeg.leading() > 0) {
      requireLength(sample, settings);
      return jpeg(sample, jpeg);
    }
    MediaType type = typeOf(sample, settings);
    return type == MediaType.JPEG ? jpeg(sample, jpeg) : notJpeg(sample, type);
  }

  /**
   * Finds out what kind of image a file is.
   *
   * @throws InputRejectedException when the file is not an image, or is too long
   */
  static MediaType typeOf(SourceSample sample, EncodeSettings settings)
      throws InputRejectedException {
    requireLength(sample, settings);
    Optional<MediaType> type = MediaType.of(sample.key(), sample.bytes());
    if (type.isEmpty()) {
      throw notAnImage(sample);
    }
    return type.get();
  }

  private static void requireLength(SourceSample sample, EncodeSettings settings)
      throws InputRejectedException {
    if (sample.bytes().remaining() > settings.limits().sliceBytes()) {
      throw rejected(
          sample,
          RejectReason.LIMIT,
          sample.bytes().remaining() + " bytes, the limit is " + settings.limits().sliceBytes());
    }
  }

  private static InputRejectedException notAnImage(SourceSample sample) {
    String detail =
        sample.bytes().hasRemaining()
            ? "its first bytes are those of no image format"
            : "empty file";
    return rejected(sample, RejectReason.NOT_AN_IMAGE, detail);
  }

  private EncodedSample jpeg(SourceSample sample, JpegInFile file) throws InputRejectedException {
    ByteBuffer source = file.jpeg();
    try {
      if (isAboveQuality(source)) {
        return reencoded(sample, file);
      }
      Transcoded transcoded = transcoder.transcode(source, sample.key());
      SourceFlags flags = withLeading(JpegFlags.of(source, transcoded), file);
      if (isStored(sample, transcoded.warnings())) {
        ImageFacts facts = OpaqueFacts.of(MediaType.JPEG, source, sample.key());
        return opaque(sample, facts, flags, Set.of());
      }
      ByteBuffer body = body(transcoded);
      RestoreRecord restore = keeper.keep(sample, file, transcoded, body);
      return progressive(sample, transcoded, body, flags, restore);
    } catch (PcrException.Unproved e) {
      return unproved(sample, OpaqueFacts.of(MediaType.JPEG, source, sample.key()));
    } catch (PcrException e) {
      if (file.leading() > 0) {
        throw notAnImage(sample);
      }
      return notTranscodable(sample, e);
    }
  }

  private static SourceFlags withLeading(SourceFlags flags, JpegInFile file) {
    return file.leading() > 0 ? flags.with(Fact.LEADING_BYTES) : flags;
  }

  /** Whether a JPEG that decodes with these warnings is stored as it is. */
  private boolean isStored(SourceSample sample, List<String> warnings)
      throws InputRejectedException {
    if (!warnings.isEmpty() && settings.damaged() == DamagedPolicy.REJECT) {
      throw rejected(sample, RejectReason.DAMAGED, warnings.get(0));
    }
    return !warnings.isEmpty() && settings.damaged() == DamagedPolicy.STORE;
  }

  private boolean isAboveQuality(ByteBuffer source) {
    if (settings.quality().isEmpty()) {
      return false;
    }
    OptionalInt estimate = JpegQuality.estimate(source);
    return estimate.isEmpty() || estimate.getAsInt() > settings.quality().getAsInt();
  }

  private EncodedSample notTranscodable(SourceSample sample, PcrException e)
      throws InputRejectedException {
    boolean corrupt = e.code().isDamage();
    if (!corrupt && settings.nonJpeg() == NonJpegPolicy.REJECT) {
      throw rejected(sample, reasonOf(e), e.getMessage());
    }
    // An image that the scans of one script cannot hold may fit another script; whether it decodes
    // does not depend on the script.
    boolean isShown =
        corrupt
            && settings.damaged() == DamagedPolicy.CONVERT
            && settings.nonJpeg() != NonJpegPolicy.REJECT
            && pixels.decodes(sample.bytes(), sample.key());
    if (corrupt && !isShown && settings.damaged() != DamagedPolicy.STORE) {
      throw rejected(sample, RejectReason.DAMAGED, e.getMessage());
    }
    SourceFlags flags = corrupt ? SourceFlags.NONE.with(Fact.DAMAGED) : SourceFlags.NONE;
    ImageFacts facts = OpaqueFacts.of(MediaType.JPEG, sample.bytes(), sample.key());
    return opaque(sample, facts, flags, notes(isShown, corrupt));
  }

  private static Set<SampleNote> notes(boolean isShown, boolean corrupt) {
    if (isShown) {
      return Set.of(SampleNote.NOT_CODABLE);
    }
    return corrupt ? Set.of() : Set.of(SampleNote.NOT_DECODED);
  }

  /**
   * The encoded image does not read back as the same picture: store the file unchanged and add a
   * note.
   */
  private EncodedSample unproved(SourceSample sample, ImageFacts facts) {
    SourceFlags flags = SourceFlags.NONE.with(Fact.UNPROVED);
    return opaque(sample, facts, flags, Set.of(SampleNote.UNPROVED));
  }

  private EncodedSample notJpeg(SourceSample sample, MediaType type) throws InputRejectedException {
    if (settings.nonJpeg() == NonJpegPolicy.REJECT) {
      throw rejected(sample, RejectReason.NOT_CONVERTIBLE, type + " is not JPEG");
    }
    ImageMetadata metadata = ImageCodecs.metadata(type, sample.bytes());
    SourceFlags flags = MetadataFlags.of(metadata);
    try {
      ImageFacts facts = OpaqueFacts.check(type, sample.bytes(), sample.key());
      if (settings.nonJpeg() != NonJpegPolicy.ENCODE) {
        return opaque(sample, facts, flags, Set.of());
      }
      int quality = settings.quality().orElse(settings.encodeQuality());
      PixelEncoder.Coded coded =
          pixels.encode(type, sample.bytes(), metadata, quality, sample.key());
      return coded.jpeg().isPresent()
          ? reencoded(sample, coded.jpeg().get(), flags)
          : opaque(sample, facts, flags, Set.of(coded.kept().orElseThrow()));
    } catch (PcrException.Unproved e) {
      return unproved(sample, OpaqueFacts.of(type, sample.bytes(), sample.key()));
    } catch (PcrException e) {
      if (settings.damaged() != DamagedPolicy.STORE) {
        throw rejected(sample, reasonOf(e), e.getMessage());
      }
      ImageFacts facts = OpaqueFacts.of(type, sample.bytes(), sample.key());
      return opaque(sample, facts, flags.with(Fact.DAMAGED), Set.of());
    }
  }

  static RejectReason reasonOf(PcrException e) {
    if (e instanceof PcrException.LimitExceeded) {
      return RejectReason.LIMIT;
    }
    return e.code().isDamage() ? RejectReason.DAMAGED : RejectReason.NOT_CONVERTIBLE;
  }

  private EncodedSample reencoded(SourceSample sample, JpegInFile file)
      throws PcrException, InputRejectedException {
    PixelEncoder.Reencoded coded =
        pixels.reencode(file.jpeg(), settings.quality().getAsInt(), sample.key());
    SourceFlags known = withLeading(SourceFlags.NONE, file);
    SourceFlags flags = coded.warnings().isEmpty() ? known : known.with(Fact.DAMAGED);
    if (isStored(sample, coded.warnings())) {
      ImageFacts facts = OpaqueFacts.of(MediaType.JPEG, file.jpeg(), sample.key());
      return opaque(sample, facts, flags, Set.of());
    }
    return reencoded(sample, coded.jpeg(), flags);
  }

  private EncodedSample reencoded(SourceSample sample, ByteBuffer coded, SourceFlags known)
      throws PcrException {
    Transcoded transcoded = transcoder.transcode(coded, sample.key());
    SourceFlags flags = known.with(Fact.REENCODED).withOrientation(transcoded.info().orientation());
    return progressive(sample, transcoded, body(transcoded), flags, keeper.keepReencoded(sample));
  }

  /** All slices, one after the other. */
  private ByteBuffer body(Transcoded transcoded) {
    int length = transcoded.prefixLength(settings.scans().groupCount());
    return copy(transcoded.jpeg().limit(length));
  }

  private EncodedSample progressive(
      SourceSample sample,
      Transcoded transcoded,
      ByteBuffer body,
      SourceFlags flags,
      RestoreRecord restore) {
    int groups = settings.scans().groupCount();
    List<SliceEntry> slices = new ArrayList<>(groups);
    for (int group = 1; group <= groups; group++) {
      int start = transcoded.prefixLength(group - 1);
      int length = transcoded.prefixLength(group) - start;
      slices.add(length == 0 ? SliceEntry.EMPTY : SliceEntry.of(body.slice(start, length)));
    }
    ImageFacts facts =
        new ImageFacts(
            Encoding.PROGRESSIVE_JPEG,
            transcoded.info().colorClass(),
            transcoded.info().width(),
            transcoded.info().height());
    return sample(sample, facts, flags, slices, body, restore, notes(transcoded));
  }

  private Set<SampleNote> notes(Transcoded transcoded) {
    boolean isDropped =
        settings.markers() == MarkerPolicy.ESSENTIAL
            && transcoded.info().iccProfile().remaining() > settings.iccBytes();
    return isDropped ? Set.of(SampleNote.PROFILE_DROPPED) : Set.of();
  }

  private EncodedSample opaque(
      SourceSample sample, ImageFacts facts, SourceFlags flags, Set<SampleNote> notes) {
    ByteBuffer body = copy(sample.bytes());
    List<SliceEntry> slices = new ArrayList<>();
    slices.add(SliceEntry.of(body));
    slices.addAll(Collections.nCopies(settings.scans().groupCount() - 1, SliceEntry.EMPTY));
    boolean kept = settings.restore() != RestorePolicy.NONE;
    return sample(
        sample, facts, flags, slices, body, kept ? RestoreRecord.SAME : RestoreRecord.NONE, notes);
  }

  static EncodedSample sample(
      SourceSample sample,
      ImageFacts facts,
      SourceFlags flags,
      List<SliceEntry> slices,
      ByteBuffer body,
      RestoreRecord restore,
      Set<SampleNote> notes) {
    SourceFacts source = new SourceFacts(flags, sample.bytes().remaining());
    return new EncodedSample(
        new SampleEntry(sample.key(), sample.label(), facts, source, slices),
        body,
        sample.columnValues(),
        restore,
        Optional.of(Sha256.of(sample.bytes())),
        notes);
  }

  /** A copy of the bytes. */
  static ByteBuffer copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return ByteBuffer.wrap(copy).asReadOnlyBuffer();
  }

  static InputRejectedException rejected(SourceSample sample, RejectReason reason, String detail) {
    return new InputRejectedException(
        new Reject(sample.key(), reason, detail, sample.bytes().remaining()));
  }

  @Override
  public void close() {
    try (transcoder;
        keeper;
        pixels) {
      // All three free their native memory, even if one of them fails.
    }
  }
}
