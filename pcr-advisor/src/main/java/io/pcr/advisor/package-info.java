/**
 * Measures a machine, a place where data is stored, and the images, and says which dataset to make
 * and how to read it for training.
 */
package io.pcr.advisor;
