/** Progressive Compressed Records: the on-disk structures of {@code spec/pcr-format.md}. */
package io.pcr.format;
