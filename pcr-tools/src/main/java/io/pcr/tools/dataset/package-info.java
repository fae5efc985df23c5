/** Datasets and shards as they are named on a command line. */
package io.pcr.tools.dataset;
