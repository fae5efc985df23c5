/**
 * What image files say about an image in addition to its pixels: orientation and colour profile, in
 * the places that JPEG, PNG and WebP have for them.
 *
 * <p>Files are untrusted. Reading them always ends with a result, and time and memory are limited
 * by the length of the file and by fixed limits. All types are stateless or immutable, and
 * thread-safe.
 */
package io.pcr.codecs.internal.metadata;
