/**
 * Reads the headers of tars, and writes tars that have the same bytes for the same content.
 *
 * <p>{@link io.pcr.writer.internal.tar.TarWalk} and {@link io.pcr.writer.internal.tar.TarWriter}
 * are for one thread. The caller closes the source or the channel that it gave them; without {@code
 * finish} a tar lacks its end.
 */
package io.pcr.writer.internal.tar;
