/** {@code pcr tune}: says which dataset to make of images, and how to read it on this machine. */
package io.pcr.tools.tune;
