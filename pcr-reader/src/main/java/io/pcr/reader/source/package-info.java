/**
 * Byte sources beyond the plain file: direct I/O, a slow link, a record of what was read. Each is a
 * {@link io.pcr.format.source.ByteSource} and keeps its contract.
 */
package io.pcr.reader.source;
