package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.format.ColorClass;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.reject.RejectReason;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes samples of a Liquid shard from image files. Each sample is a full image in the format that
 * was chosen for it.
 *
 * <p>A file that already has this format is stored unchanged. A file keeps its own format, if
 * Liquid shards support that format, in these cases: the chosen format would lose something (four
 * inks, transparency, 16 bits), this library cannot decode the file, or it cannot write the chosen
 * format. If Liquid shards do not support the file's own format, such a file becomes PNG, or is
 * rejected when its pixels cannot be decoded. The encoder decodes every file, so whether it accepts
 * a file does not depend on the chosen format.
 *
 * <p>Not thread-safe. Whoever creates it closes it.
 */
public final class LiquidEncoder implements AutoCloseable {
  private final EncodeSettings settings;
  private final PixelReader reader;
  private final PixelWriter writer;

  /**
   * @param settings the settings; their scripts, markers and quality have no effect here
   */
  public LiquidEncoder(EncodeSettings settings) {
    this.settings = settings;
    reader = new PixelReader(settings.limits());
    writer = new PixelWriter(settings);
  }

  /**
   * Encodes one file. The encoder does not need the file's bytes after the call.
   *
   * @param format the format that was chosen for the file
   * @throws InputRejectedException when the settings do not accept the file
   */
  public EncodedSample encode(SourceSample sample, Encoding format) throws InputRejectedException {
    MediaType type = ProgressiveEncoder.typeOf(sample, settings);
    if (type != MediaType.JPEG && settings.nonJpeg() == NonJpegPolicy.REJECT) {
      throw ProgressiveEncoder.rejected(
          sample, RejectReason.NOT_CONVERTIBLE, type + " is not JPEG, and the policy rejects it");
    }
    try {
      return encode(sample, type, reader.decode(type, sample.bytes(), sample.key()), format);
    } catch (PcrException e) {
      return notDecodable(sample, type, e);
    }
  }

  private EncodedSample encode(
      SourceSample sample, MediaType type, DecodedImageFile image, Encoding format)
      throws InputRejectedException {
    Optional<Encoding> own = Encoding.ofFile(type);
    if (image.warning().isPresent() && settings.damaged() == DamagedPolicy.REJECT) {
      throw ProgressiveEncoder.rejected(sample, RejectReason.DAMAGED, image.warning().get());
    }
    boolean kept =
        own.equals(Optional.of(format))
            || !image.faithful()
            || (image.warning().isPresent() && settings.damaged() == DamagedPolicy.STORE);
    if (!kept) {
      return coded(sample, image, format, own);
    }
    if (own.isEmpty()) {
      throw ProgressiveEncoder.rejected(
          sample,
          RejectReason.NOT_CONVERTIBLE,
          type
              + " with more than one image, or with more than 8 bits per sample, which no"
              + " format of a Liquid shard can hold");
    }
    ImageFacts facts = facts(own.get(), image.info().width(), image.info().height());
    return asItIs(sample, facts, image.flags(), image.more().map(Set::of).orElse(Set.of()));
  }

  private EncodedSample coded(
      SourceSample sample, DecodedImageFile image, Encoding format, Optional<Encoding> own)
      throws InputRejectedException {
    int width = image.info().width();
    int height = image.info().height();
    try {
      ImageMetadata kept = image.metadata().essential(image.info().channels(), settings.iccBytes());
      ByteBuffer file = writer.encode(format, image.pixels(), image.info(), kept, sample.key());
      SourceFlags flags =
          format == Encoding.JPEG ? image.flags().with(Fact.REENCODED) : image.flags();
      return sample(
          sample,
          facts(format, width, height),
          flags,
          ProgressiveEncoder.copy(file),
          notes(format, image));
    } catch (PcrException e) {
      // The image is too large for the format, or its file for a shard; or the pixels did not read
      // back the same.
      if (own.isPresent()) {
        ImageFacts facts = facts(own.get(), width, height);
        return asItIs(sample, facts, image.flags(), Set.of(SampleNote.NOT_DECODED));
      }
      if (format != Encoding.PNG) {
        return coded(sample, image, Encoding.PNG, own);
      }
      throw ProgressiveEncoder.rejected(sample, ProgressiveEncoder.reasonOf(e), e.getMessage());
    }
  }

  private EncodedSample notDecodable(SourceSample sample, MediaType type, PcrException e)
      throws InputRejectedException {
    boolean corrupt = e.code().isDamage();
    boolean letIn =
        corrupt
            ? settings.damaged() == DamagedPolicy.STORE
            : settings.nonJpeg() != NonJpegPolicy.REJECT;
    Optional<Encoding> own = Encoding.ofFile(type);
    if (!letIn || own.isEmpty()) {
      throw ProgressiveEncoder.rejected(sample, ProgressiveEncoder.reasonOf(e), e.getMessage());
    }
    ImageFacts known = OpaqueFacts.of(type, sample.bytes(), sample.key());
    SourceFlags flags = MetadataFlags.of(ImageCodecs.metadata(type, sample.bytes()));
    return asItIs(
        sample,
        facts(own.get(), known.width(), known.height()),
        corrupt ? flags.with(Fact.DAMAGED) : flags,
        corrupt ? Set.of() : Set.of(whyNot(type, sample)));
  }

  private static SampleNote whyNot(MediaType type, SourceSample sample) {
    try {
      boolean isAnimated = PictureTraits.isAnimated(type, sample.bytes(), sample.key());
      return isAnimated ? SampleNote.ANIMATED : SampleNote.NOT_DECODED;
    } catch (PcrException e) {
      return SampleNote.NOT_DECODED;
    }
  }

  /** A colour profile that is too large is left out; BMP and RAW cannot hold one. */
  private Set<SampleNote> notes(Encoding format, DecodedImageFile image) {
    boolean hasPlace = format != Encoding.BMP && format != Encoding.RAW;
    boolean isDropped = hasPlace && image.metadata().icc().remaining() > settings.iccBytes();
    return isDropped ? Set.of(SampleNote.PROFILE_DROPPED) : Set.of();
  }

  private static ImageFacts facts(Encoding format, int width, int height) {
    return new ImageFacts(format, ColorClass.OPAQUE, width, height);
  }

  private EncodedSample asItIs(
      SourceSample sample, ImageFacts facts, SourceFlags flags, Set<SampleNote> notes) {
    return sample(sample, facts, flags, ProgressiveEncoder.copy(sample.bytes()), notes);
  }

  private EncodedSample sample(
      SourceSample sample,
      ImageFacts facts,
      SourceFlags flags,
      ByteBuffer file,
      Set<SampleNote> notes) {
    return ProgressiveEncoder.sample(
        sample, facts, flags, List.of(SliceEntry.of(file)), file, restore(sample, file), notes);
  }

  private RestoreRecord restore(SourceSample sample, ByteBuffer file) {
    boolean same = file.equals(sample.bytes());
    return switch (settings.restore()) {
      case EXACT ->
          same
              ? RestoreRecord.SAME
              : new RestoreRecord(RestoreKind.ORIGINAL, ProgressiveEncoder.copy(sample.bytes()));
      // That a sample is its original costs nothing to say.
      case BEST_EFFORT, NONE -> same ? RestoreRecord.SAME : RestoreRecord.NONE;
    };
  }

  @Override
  public void close() {
    try (reader;
        writer) {
      // Both free their native memory, even if one of them fails.
    }
  }
}
