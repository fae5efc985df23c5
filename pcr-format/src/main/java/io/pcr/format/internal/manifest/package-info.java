/**
 * How the manifest is published and laid out (spec section "Manifest").
 *
 * <p>{@link io.pcr.format.internal.manifest.ManifestPublication} is the only place that gives a
 * dataset its manifest; the caller must hold the dataset's lock.
 */
package io.pcr.format.internal.manifest;
