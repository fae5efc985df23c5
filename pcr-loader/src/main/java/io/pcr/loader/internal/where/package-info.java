/** Conditions on samples (spec/loader.md 11): read from text, and decided. Not for users. */
package io.pcr.loader.internal.where;
