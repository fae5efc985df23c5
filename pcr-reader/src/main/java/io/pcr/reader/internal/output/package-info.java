/** Writes files only inside a folder, whatever the keys of samples are. Thread-safe. */
package io.pcr.reader.internal.output;
