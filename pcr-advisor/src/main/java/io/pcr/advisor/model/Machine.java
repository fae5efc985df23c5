package io.pcr.advisor.model;

/**
 * What a machine has to give. Immutable.
 *
 * @param processors that the program may use
 * @param freeCores how many of them threads of the program get while others work too
 * @param freeMemory bytes that programs and the page cache may take
 */
public record Machine(int processors, double freeCores, long freeMemory) {}
