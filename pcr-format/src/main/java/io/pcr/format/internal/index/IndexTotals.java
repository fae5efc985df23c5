package io.pcr.format.internal.index;

/**
 * How much an index will hold. Immutable.
 *
 * @param samples keys
 * @param keyBytes bytes of all stored keys
 * @param labelled samples with a label
 * @param positioned samples with a record position
 */
public record IndexTotals(long samples, long keyBytes, long labelled, long positioned) {}
