/** The exceptions that reading a PCR structure can end in, by what the caller can do about each. */
package io.pcr.format.error;
