/** {@code pcr repair}: what is intact of a damaged dataset becomes a new one. */
package io.pcr.tools.repair;
