/**
 * Progressive Compressed Records: the on-disk structures of {@code spec/pcr-format.md}.
 *
 * <p>Each structure of the specification is one class in the subpackage of its section. This
 * package holds what they share: {@link io.pcr.format.Fidelity} says how much of each sample to
 * read, and {@link io.pcr.format.Limits} how much memory a file may cost before it has been
 * checked. Programs that read or write datasets use the reader and the writer; use this module
 * directly to examine or to process the files themselves:
 *
 * <pre>{@code
 * try (ByteSource source = FileByteSource.open(path)) {
 *   ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
 *   System.out.println(shard.metadata().sampleCount() + " samples");
 *   System.out.println(shard.layout().prefixLength(1) + " bytes at fidelity 1");
 * }
 * }</pre>
 *
 * <p>All types of this package are immutable or stateless, and thread-safe. They hold nothing open.
 */
package io.pcr.format;
