/**
 * Loads native libraries so that neither an interrupt nor a failed attempt makes them unusable for
 * the rest of the process.
 *
 * <p>A {@link io.pcr.format.internal.natives.NativeLibrary} is loaded at its first use and stays
 * loaded; after a failure, the next use tries again. Thread-safe. A library that cannot be loaded
 * is a {@link io.pcr.format.internal.natives.NativeLibraryException}.
 */
package io.pcr.format.internal.natives;
