/**
 * Reads and writes images without compression, in pure Java: BMP and the binary PNM formats.
 *
 * <p>The codecs are thread-safe and need no closing.
 */
package io.pcr.codecs.internal.raw;
