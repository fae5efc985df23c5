/**
 * Reads ranges of objects on HTTP servers, and reports an error when a server does not behave as it
 * should.
 *
 * <pre>{@code
 * HttpOptions http = HttpOptions.builder().headers(Map.of("Authorization", "Bearer " + token)).build();
 * try (PcrDataset dataset = PcrDataset.open(uri, ReaderOptions.builder().http(http).build())) {
 *   System.out.println(dataset.sampleCount() + " samples");
 * }
 * }</pre>
 *
 * <p>An {@link io.pcr.reader.http.HttpByteSource} is thread-safe, and whoever opens it closes it.
 * Options are immutable. An {@link io.pcr.reader.http.HttpReadException} says what the caller can
 * do.
 */
package io.pcr.reader.http;
