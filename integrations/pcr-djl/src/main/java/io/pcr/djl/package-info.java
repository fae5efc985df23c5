/** Datasets of PCR for DJL, the Deep Java Library. */
package io.pcr.djl;
