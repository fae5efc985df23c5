/**
 * Work on many things at once: threads, their share of the heap, and what a process has too little
 * of. Thread-safe.
 */
package io.pcr.reader.internal.work;
