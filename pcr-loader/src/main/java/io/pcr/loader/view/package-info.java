/**
 * Views: some samples of a dataset, which a run reads as if the dataset had no others
 * (spec/loader.md 6).
 *
 * <pre>{@code
 * Selection.Builder tenth = Selection.builder();
 * for (Shard shard : dataset.shards()) {
 *   tenth.shard(shard.sampleCount(), ordinal -> ordinal % 10 == 0);
 * }
 * LoaderPart part = new LoaderPart(dataset, tenth.build(), 1);
 * }</pre>
 *
 * <p>A {@link io.pcr.loader.view.Selection} is immutable and thread-safe; its builder is for one
 * thread.
 */
package io.pcr.loader.view;
