/**
 * Reads datasets and shards at any fidelity.
 *
 * <p>Start with {@link io.pcr.reader.PcrDataset}. It opens a folder, a single shard, or a dataset
 * on a server. Each {@link io.pcr.reader.Shard} is read at a fidelity with one contiguous read:
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(path)) {
 *   for (Shard shard : dataset.shards()) {
 *     try (ShardReader samples = shard.read(Fidelity.atMost(3))) {
 *       for (Sample sample : samples) {
 *         System.out.println(sample.key() + " " + sample.file().remaining());
 *       }
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>Datasets, shards, readers and samples are thread-safe; an iterator is for one thread. Whoever
 * opens a dataset or a reader closes it. The samples of a reader, and their buffers, are valid
 * until the reader is closed. A sample that was read by its key or number holds its own bytes and
 * stays valid.
 */
package io.pcr.reader;
