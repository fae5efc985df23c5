/** What is published of a dataset that is there: its quality curve, its index. */
package io.pcr.writer.publish;
