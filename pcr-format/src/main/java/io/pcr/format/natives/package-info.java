/**
 * Loading native libraries so that nothing that befalls a caller can spoil them for the process.
 */
package io.pcr.format.natives;
