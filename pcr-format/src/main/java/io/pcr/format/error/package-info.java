/**
 * One exception family for everything that can be wrong with bytes on disk, told apart by what a
 * caller can do about it.
 */
package io.pcr.format.error;
