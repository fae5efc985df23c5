/**
 * The files of a dataset: the manifest, the shards that it lists, and shards whose files have wrong
 * names.
 *
 * <p>{@link io.pcr.reader.find.DatasetFiles} reads the manifest and opens shards.
 *
 * <pre>{@code
 * DatasetFiles files =
 *     DatasetFiles.open(DatasetLocation.of(path), Limits.DEFAULT, System.err::println);
 * System.out.println(files.shards());
 * }</pre>
 *
 * <p>It is thread-safe and holds nothing open. The caller closes each shard that it opens.
 */
package io.pcr.reader.find;
