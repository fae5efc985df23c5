/** Original files from stored samples and what the restore region keeps of them. */
package io.pcr.codecs.restore;
