/**
 * Stores the index of a dataset as an LMDB file. No other package knows LMDB.
 *
 * <p>{@link io.pcr.format.internal.index.lmdb.IndexDirectory} opens the index of a local dataset,
 * and builds it when it is missing, damaged or out of date. LMDB trusts its file: a damaged file
 * ends the process or gives wrong data. The library therefore maps a file only after it has
 * compared its size and SHA-256 with the sidecar. It never changes a file in place, and never uses
 * a map after closing it.
 *
 * <p>Thread-safe; several processes may open and rebuild the same index. The caller closes the
 * index that it opened.
 */
package io.pcr.format.internal.index.lmdb;
