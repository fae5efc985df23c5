/**
 * Reads batches of decoded images for a training run.
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(Path.of("imagenet"));
 *     Loader loader = Loader.open(dataset, LoaderOptions.builder().batch(256).seed(7).build())) {
 *   for (long step = 0; step < 10 * loader.batches(); step++) {
 *     Batch batch = loader.next();                   // valid until the next call
 *     train(batch.pixels(), batch::label);
 *   }
 *   save(loader.state().toJson());
 * }
 * }</pre>
 *
 * <p>A {@link io.pcr.loader.Loader} gives batches to one thread at a time. It has threads of its
 * own for planning, reading and decoding, and ends them when it is closed. Whoever opens a loader
 * closes it; the datasets stay open as long as it. A batch and its buffer are valid until the next
 * call. Options, parts and statistics are immutable.
 */
package io.pcr.loader;
