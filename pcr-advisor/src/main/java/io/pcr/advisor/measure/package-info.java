/** Measures single things apart: the machine, a place, decoding, reading, a loader at work. */
package io.pcr.advisor.measure;
