/** The portable index of a dataset (spec section "Manifest"). */
package io.pcr.format.manifest;
