/**
 * Compresses and decompresses streams with zlib, with the strategies and the framing control that
 * {@code java.util.zip} lacks.
 *
 * <p>{@link io.pcr.codecs.internal.zlib.ZlibDeflater} and {@link
 * io.pcr.codecs.internal.zlib.ZlibInflater} hold native memory. Each is for one thread, and whoever
 * creates one closes it. They keep no buffer after a call.
 */
package io.pcr.codecs.internal.zlib;
