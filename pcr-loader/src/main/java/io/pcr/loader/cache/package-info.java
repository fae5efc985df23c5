/**
 * What a loader keeps of a dataset on a local disk, so that later epochs read it from there.
 *
 * <pre>{@code
 * LoaderOptions.builder().cache(LoaderCache.minio(50L << 30, Path.of("/mnt/nvme/cache"))).build();
 * }</pre>
 *
 * <p>A {@link io.pcr.loader.cache.LoaderCache} is immutable and needs no closing. All loaders of a
 * machine may share its folder.
 */
package io.pcr.loader.cache;
