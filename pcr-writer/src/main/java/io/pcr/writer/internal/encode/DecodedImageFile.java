package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.format.metadata.SourceFlags;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The pixels of an image file.
 *
 * @param info their size, and 1 or 3 channels
 * @param pixels 8-bit grey or RGB, from position to limit; valid until the next file is decoded
 * @param flags what is known of the file
 * @param metadata how the pixels are to be shown
 * @param faithful whether the pixels are all that the file shows: without transparency that they do
 *     not have, without a fourth ink or more than 8 bits
 * @param more what there is beside one opaque picture, if that is why they are not all
 * @param warning that the decoder had
 */
record DecodedImageFile(
    ImageInfo info,
    ByteBuffer pixels,
    SourceFlags flags,
    ImageMetadata metadata,
    boolean faithful,
    Optional<SampleNote> more,
    Optional<String> warning) {}
