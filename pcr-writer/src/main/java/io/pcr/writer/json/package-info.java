/** JSON: as the project writes it, and the objects of others as far as they become columns. */
package io.pcr.writer.json;
