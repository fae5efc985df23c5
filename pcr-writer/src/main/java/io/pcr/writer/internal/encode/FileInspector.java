package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.media.MediaType;
import io.pcr.format.script.ScanScripts;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Decides which image files are accepted into shards that store files unchanged. It accepts the
 * files that {@link ProgressiveEncoder} accepts, as far as the headers show. It decodes pixels only
 * when the settings reject damaged images.
 *
 * <p>Not thread-safe. Whoever creates it closes it.
 */
public final class FileInspector implements AutoCloseable {
  private final EncodeSettings settings;
  private final JpegDecoder headers;
  private JpegTranscoder coefficients;

  public FileInspector(EncodeSettings settings) {
    this.settings = settings;
    headers = new JpegDecoder(settings.limits().withPixels(Long.MAX_VALUE));
  }

  /**
   * Finds out what an image file is.
   *
   * @throws InputRejectedException when the settings do not accept the file
   */
  public StoredFile inspect(SourceSample sample) throws InputRejectedException {
    Optional<MediaType> type = MediaType.of(sample.key(), sample.bytes());
    if (type.isEmpty()) {
      String detail =
          sample.bytes().hasRemaining()
              ? "its first bytes are those of no image format"
              : "empty file";
      throw rejected(sample, RejectReason.NOT_AN_IMAGE, detail);
    }
    if (type.get() == MediaType.JPEG) {
      return jpeg(sample);
    }
    if (settings.nonJpeg() == NonJpegPolicy.REJECT) {
      throw rejected(sample, RejectReason.NOT_CONVERTIBLE, type.get() + " is not JPEG");
    }
    return notJpeg(sample, type.get());
  }

  private StoredFile jpeg(SourceSample sample) throws InputRejectedException {
    try {
      JpegInfo info = headers.inspect(List.of(sample.bytes()), sample.key());
      if (settings.damaged() == DamagedPolicy.REJECT) {
        requireSound(sample);
      }
      return new StoredFile(
          MediaType.JPEG, info.width(), info.height(), OptionalInt.of(info.components()));
    } catch (PcrException e) {
      boolean corrupt = e.code().isDamage();
      if (corrupt && settings.damaged() != DamagedPolicy.STORE) {
        throw rejected(sample, RejectReason.DAMAGED, e.getMessage());
      }
      if (!corrupt && settings.nonJpeg() == NonJpegPolicy.REJECT) {
        throw rejected(sample, ProgressiveEncoder.reasonOf(e), e.getMessage());
      }
      ImageFacts facts = OpaqueFacts.of(MediaType.JPEG, sample.bytes(), sample.key());
      return new StoredFile(MediaType.JPEG, facts.width(), facts.height(), OptionalInt.empty());
    }
  }

  private void requireSound(SourceSample sample) throws PcrException, InputRejectedException {
    if (coefficients == null) {
      // Whether a JPEG decodes is the same for all scans.
      coefficients =
          new JpegTranscoder(
              ScanScripts.named(ScanScripts.FAST_DECODE),
              TranscodeOptions.DEFAULT.withLimits(settings.limits()));
    }
    List<String> warnings = coefficients.transcode(sample.bytes(), sample.key()).warnings();
    if (!warnings.isEmpty()) {
      throw rejected(sample, RejectReason.DAMAGED, warnings.get(0));
    }
  }

  private StoredFile notJpeg(SourceSample sample, MediaType type) throws InputRejectedException {
    Optional<ImageCodec> codec = OpaqueFacts.HEADERS.find(type);
    if (codec.isEmpty()) {
      ImageFacts facts = OpaqueFacts.of(type, sample.bytes(), sample.key());
      return new StoredFile(type, facts.width(), facts.height(), OptionalInt.empty());
    }
    try {
      ImageInfo info = codec.get().info(sample.bytes(), sample.key());
      return new StoredFile(type, info.width(), info.height(), OptionalInt.of(info.channels()));
    } catch (PcrException e) {
      boolean corrupt = e.code().isDamage();
      if (corrupt && settings.damaged() != DamagedPolicy.STORE) {
        throw rejected(sample, RejectReason.DAMAGED, e.getMessage());
      }
      return StoredFile.unknown(type);
    }
  }

  private static InputRejectedException rejected(
      SourceSample sample, RejectReason reason, String detail) {
    return new InputRejectedException(
        new Reject(sample.key(), reason, detail, sample.bytes().remaining()));
  }

  @Override
  public void close() {
    headers.close();
    if (coefficients != null) {
      coefficients.close();
    }
  }
}
