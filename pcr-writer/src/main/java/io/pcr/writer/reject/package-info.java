/** The inputs that did not get into a dataset, each with its reason. */
package io.pcr.writer.reject;
