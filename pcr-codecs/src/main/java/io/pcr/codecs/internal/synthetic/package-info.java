/**
 * Generates images that compress like photographs, for tests, benchmarks and demonstrations.
 *
 * <pre>{@code
 * ByteBuffer pixels = SyntheticPhoto.render(1, 640, 480, PixelFormat.RGB);
 * }</pre>
 *
 * <p>The same seed, size and format give the same bytes on every machine. Stateless and
 * thread-safe.
 */
package io.pcr.codecs.internal.synthetic;
