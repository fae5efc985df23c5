/**
 * Names, keys and numbers as text: makes them safe to print, matches keys with patterns, and writes
 * numbers with units.
 *
 * <p>All types are stateless or immutable, and thread-safe.
 */
package io.pcr.format.internal.text;
