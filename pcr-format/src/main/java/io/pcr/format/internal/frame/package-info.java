/**
 * Reads and writes the zstd frames that hold metadata, manifests and restore data (spec section
 * "Zstd frames").
 *
 * <p>{@link io.pcr.format.internal.frame.ZstdFrame} decompresses at most as many bytes as the
 * caller allows, so a small frame cannot fill the memory. It is stateless and thread-safe. A
 * missing native library is a {@link io.pcr.format.internal.natives.NativeLibraryException}.
 */
package io.pcr.format.internal.frame;
