/**
 * Loaders: what feeds a training run.
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
 * <p>A loader is used by one thread and closed by whoever opened it. It has threads of its own for
 * planning, reading and decoding, and ends them when it is closed.
 */
package io.pcr.loader;
