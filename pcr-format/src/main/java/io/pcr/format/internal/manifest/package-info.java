/**
 * How the manifest is published and laid out (spec section "Manifest").
 *
 * <p>{@link io.pcr.format.internal.manifest.ManifestPublication} is the only place that gives a
 * dataset a generation. Nothing rests on a lock: the creation of a generation's file is the commit.
 */
package io.pcr.format.internal.manifest;
