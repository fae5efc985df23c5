/**
 * The index of keys: segments that map hashes of keys to samples, for readers of any machine and
 * any store (spec section "Index of keys"). This package is for the library itself, not for its
 * users.
 */
package io.pcr.format.internal.keys;
