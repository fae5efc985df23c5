/**
 * Gives back the files that a dataset was made of, byte for byte.
 *
 * <p>{@link io.pcr.reader.original.Originals} gives back one, into memory; {@link
 * io.pcr.reader.original.Restore} gives back all, or those that are chosen, into a folder. Both
 * read the dataset wherever it is. An original is compared with its length and SHA-256 before it is
 * handed out; those of TFRecord shards, which hold them as they are, with their record's checksum.
 */
package io.pcr.reader.original;
