/**
 * Recognizes shards by their content, so that files that were renamed, exchanged or damaged are
 * found.
 *
 * <p>{@link io.pcr.reader.internal.find.ShardFinder} is thread-safe and holds nothing open.
 */
package io.pcr.reader.internal.find;
