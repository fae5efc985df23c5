/** {@code pcr load}: reads a dataset as a training run would. */
package io.pcr.tools.load;
