/** What people see while and after a command works: progress, tables, sizes in units. */
package io.pcr.tools.terminal;
