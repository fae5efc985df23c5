/**
 * Everything that the library can do with each kind of image: one class for each kind, and the
 * registry of all kinds.
 *
 * <p>{@link io.pcr.codecs.internal.image.ImageCodecs} finds the codec of a media type. JPEG is not
 * in it; use {@link io.pcr.codecs.jpeg}.
 *
 * <pre>{@code
 * Optional<ImageCodec> codec = ImageCodecs.of(Limits.DEFAULT).find(MediaType.PNG);
 * }</pre>
 *
 * <p>All types are thread-safe and need no closing.
 */
package io.pcr.codecs.internal.image;
