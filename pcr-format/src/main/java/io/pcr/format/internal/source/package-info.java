/** Reading from sources with one error for each way in which they end early. Stateless. */
package io.pcr.format.internal.source;
