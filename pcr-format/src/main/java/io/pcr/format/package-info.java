/**
 * Progressive Compressed Records: what all modules share of the format in {@code
 * spec/pcr-format.md}.
 *
 * <p>{@link io.pcr.format.Fidelity} says how much of each sample to read, and {@link
 * io.pcr.format.Limits} how much memory a file may cost before it has been checked. Each structure
 * of the specification is one class below {@code io.pcr.format.internal}, in the package of its
 * section; programs that read or write datasets use the reader and the writer.
 *
 * <p>All types of this package are immutable or stateless, and thread-safe. They hold nothing open.
 */
package io.pcr.format;
