/**
 * Compares images, and looks for samples to compare. Types with scratch memory are for one thread.
 */
package io.pcr.reader.internal.quality;
