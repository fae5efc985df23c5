/**
 * The index as an LMDB file. Nothing outside this package knows LMDB.
 *
 * <p>LMDB trusts its file: a damaged one kills the process or gives wrong data. So a file is mapped
 * only after its size and SHA-256 have been found to be those of its sidecar, it is never changed
 * in place, and no call reaches a map that has been closed.
 */
package io.pcr.format.index.lmdb;
