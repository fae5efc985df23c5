/**
 * The shape that images get for a model.
 *
 * <p>{@link io.pcr.codecs.resize.ResizeShape} is immutable and thread-safe.
 */
package io.pcr.codecs.resize;
