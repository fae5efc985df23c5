/**
 * Lists and reads inputs inside larger files: tars, and records of the reference implementation.
 * Readers are for one thread, and whoever opens one closes it.
 */
package io.pcr.writer.internal.source.archive;
