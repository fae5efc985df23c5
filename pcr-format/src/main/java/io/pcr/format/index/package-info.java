/**
 * What callers see of a dataset's index, which finds samples by key and label.
 *
 * <p>{@link io.pcr.format.index.IndexPolicy} says whether a reader may build the index, {@link
 * io.pcr.format.index.IndexFinding} says what is wrong with one, and {@link
 * io.pcr.format.index.SampleLocation} is the place of a sample.
 *
 * <pre>{@code
 * ReaderOptions options = ReaderOptions.builder().indexPolicy(IndexPolicy.TEMPORARY).build();
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.format.index;
