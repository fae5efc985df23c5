/** Converts a sample of images to each form in which they can be stored, to be measured. */
package io.pcr.advisor.sample;
