/**
 * Finds the files of a dataset: the manifest, the shards that it lists, and shards whose files have
 * wrong names.
 *
 * <p>{@link io.pcr.reader.find.DatasetFiles} reads the manifest and opens shards. {@link
 * io.pcr.reader.find.ShardFinder} recognizes a shard by its content, so it also finds files that
 * were renamed or exchanged.
 *
 * <pre>{@code
 * DatasetFiles files =
 *     DatasetFiles.open(DatasetLocation.of(path), Limits.DEFAULT, System.err::println);
 * System.out.println(files.shards());
 * }</pre>
 *
 * <p>Both types are thread-safe and hold nothing open. The caller closes each shard that it opens.
 */
package io.pcr.reader.find;
