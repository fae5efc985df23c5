/**
 * Settings that decide how image files become samples.
 *
 * <pre>{@code
 * EncodeSettings settings = EncodeSettings.builder().nonJpeg(NonJpegPolicy.ENCODE).build();
 * PcrWriterOptions options = PcrWriterOptions.builder().encode(settings).build();
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.writer.encode;
