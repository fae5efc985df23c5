/** Which format each sample of a Liquid dataset is stored in. */
package io.pcr.writer.liquid;
