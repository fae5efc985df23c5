/**
 * Measures what lower qualities cost and show: separate copies as JPEG and WebP, and the groups of
 * one progressive copy. Not for users.
 */
package io.pcr.advisor.internal.quality;
