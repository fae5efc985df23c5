/**
 * What a dataset holds, without decoding anything: shards, samples, bytes per fidelity, classes,
 * formats, how sizes are spread, and what is wrong as far as it shows.
 *
 * <pre>{@code
 * DatasetFacts facts =
 *     FactsReader.read(dataset.files(), Limits.DEFAULT, notice -> {}, ProgressListener.NONE);
 * }</pre>
 */
package io.pcr.reader.facts;
