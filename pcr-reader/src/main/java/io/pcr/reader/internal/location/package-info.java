/** Folders of this machine, and the names of shards. Immutable and thread-safe. */
package io.pcr.reader.internal.location;
