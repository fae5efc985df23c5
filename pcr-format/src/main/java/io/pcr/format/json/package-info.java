/** JSON as the project writes it: reports for machines, journals, lists of rejects. */
package io.pcr.format.json;
