/**
 * The report: one HTML page about a dataset, whole in itself, that asks nothing of any network and
 * runs nothing but its own script.
 */
package io.pcr.tools.report;
