/**
 * Datasets and shards, read at any fidelity.
 *
 * <p>{@link io.pcr.reader.PcrDataset} is where to begin.
 */
package io.pcr.reader;
