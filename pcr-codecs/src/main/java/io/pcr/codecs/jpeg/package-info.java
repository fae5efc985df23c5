/**
 * What callers choose of JPEGs: how they are decoded, which markers stored ones keep, and what
 * groups of scans are to show. All types are immutable.
 *
 * <p>{@link io.pcr.codecs.jpeg.DecodeOptions} are given to the reader's samples.
 */
package io.pcr.codecs.jpeg;
