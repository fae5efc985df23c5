/** Work on many things at a time: its threads, its share of the heap, how far it is. */
package io.pcr.reader.work;
