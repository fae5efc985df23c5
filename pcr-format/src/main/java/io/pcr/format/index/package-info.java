/**
 * What callers see of a dataset's index, which finds samples by key and label: whether it may be
 * built, what is wrong with it, and where a sample is.
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.format.index;
