/**
 * Saves what is intact of a damaged dataset into a new one, and lists what is lost.
 *
 * <p>{@link io.pcr.writer.salvage.DamagedDataset} is what is left of a dataset, with or without its
 * manifest, or a shard by itself. {@link io.pcr.writer.salvage.Salvage} finds out what can be saved
 * and saves it; what cannot is a list of {@link io.pcr.writer.salvage.Loss}. The new dataset is
 * locked while it is written; datasets that are being written by a conversion are refused.
 */
package io.pcr.writer.salvage;
