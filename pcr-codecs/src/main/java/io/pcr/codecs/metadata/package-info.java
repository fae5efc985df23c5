/**
 * What image files say beside their pixels: orientation and colour profile, in the places that
 * JPEG, PNG and WebP have for them. Files are untrusted: whatever they hold, they are read to an
 * answer, in time and memory that their length and stated limits bound.
 */
package io.pcr.codecs.metadata;
