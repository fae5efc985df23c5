/**
 * Columns: values that users attach to samples (spec section "Columns").
 *
 * <p>A {@link io.pcr.format.column.ColumnSpec} gives the name, the type and the placement of a
 * column. Inline and early values are part of every read of the shard; {@linkplain
 * io.pcr.format.column.Placement#LATE late} values are read only on request.
 *
 * <pre>{@code
 * ColumnSpec caption = new ColumnSpec("caption", ColumnType.STRING, Placement.INLINE);
 * }</pre>
 *
 * <p>Specs are immutable and thread-safe.
 */
package io.pcr.format.column;
