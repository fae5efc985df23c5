/** Reading byte ranges of objects on HTTP servers, whatever the servers do. */
package io.pcr.reader.http;
