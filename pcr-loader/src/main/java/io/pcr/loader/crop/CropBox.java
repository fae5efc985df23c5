package io.pcr.loader.crop;

/**
 * A part of an image, in its own pixels, and whether it is flipped from left to right.
 *
 * @param x left edge
 * @param y upper edge
 * @param width at least 1
 * @param height at least 1
 * @param flipped from left to right
 */
public record CropBox(int x, int y, int width, int height, boolean flipped) {}
