/**
 * Restores original files from stored samples and their restore records.
 *
 * <p>{@link io.pcr.codecs.internal.restore.OriginalRestorer} checks the length and SHA-256 of each
 * original before it returns it. It is for one thread, and whoever creates it closes it. Programs
 * usually call the reader's {@code Originals} or {@code Restore} instead.
 */
package io.pcr.codecs.internal.restore;
