/**
 * The parts of a conversion and of a writer of samples. Each is for one thread, and whoever opens
 * one closes it.
 */
package io.pcr.writer.internal.convert;
