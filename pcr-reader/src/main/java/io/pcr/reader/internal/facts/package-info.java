/**
 * Finds out what a dataset contains without decoding images: shards, samples, bytes at each
 * fidelity, classes, formats, the distribution of sizes, and visible problems.
 *
 * <pre>{@code
 * DatasetFacts facts =
 *     FactsReader.read(dataset.files(), Limits.DEFAULT, notice -> {}, ProgressListener.NONE);
 * }</pre>
 *
 * <p>The facts hold nothing open. The caller closes the dataset.
 */
package io.pcr.reader.internal.facts;
