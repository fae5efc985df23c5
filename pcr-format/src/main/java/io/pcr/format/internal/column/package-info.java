/**
 * The values of columns as shards hold them (spec section "Columns"): built, checked and read.
 *
 * <p>Columns are immutable and thread-safe. A builder is for one thread.
 */
package io.pcr.format.internal.column;
