/**
 * Saves the intact parts of a damaged dataset to a new dataset, and lists what is lost.
 *
 * <p>{@link io.pcr.writer.salvage.DamagedDataset} is a damaged dataset, with or without its
 * manifest, or a single shard. {@link io.pcr.writer.salvage.Salvage} finds out what can be saved,
 * and saves it. What it cannot save is a list of {@link io.pcr.writer.salvage.Loss}.
 *
 * <pre>{@code
 * DamagedDataset damaged = DamagedDataset.of(path, Limits.DEFAULT, System.err::println);
 * SalvageReport report = Salvage.of(damaged).saveTo(folder);
 * report.losses().forEach(loss -> System.out.println(loss.toJson()));
 * }</pre>
 *
 * <p>The new dataset is locked while it is written. A dataset that a conversion has not finished is
 * rejected. A salvage is for one thread and one use, and closes everything that it opens. Plans,
 * reports and losses are immutable.
 */
package io.pcr.writer.salvage;
