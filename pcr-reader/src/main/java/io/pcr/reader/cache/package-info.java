/**
 * Keeps prefixes of remote shards on a local disk. The cache is never the only copy of anything.
 *
 * <pre>{@code
 * PrefixCache cache = PrefixCache.open(folder, 10L << 30, System.err::println);
 * ReaderOptions options = ReaderOptions.builder().cache(cache).build();
 * }</pre>
 *
 * <p>A {@link io.pcr.reader.cache.PrefixCache} is thread-safe and needs no closing. Several
 * processes may share its folder.
 */
package io.pcr.reader.cache;
