/**
 * Native image and stream codecs behind interfaces of JDK types. Where a native library cannot be
 * loaded, what uses it throws an {@link java.io.UncheckedIOException} whose cause is a {@link
 * io.pcr.format.natives.NativeLibraryException}; the reader and the writer throw that cause.
 */
package io.pcr.codecs;
