package io.pcr.reader.location;

/** What can be done in a folder, beyond opening a file of a known name. */
public enum Capability {
  /** Reading a range of a file costs about that range, and not the whole file. */
  READ_RANGES,
  /** The names of the files can be listed. */
  LIST,
  /** A file can be written in such a way that it never replaces one that is there. */
  CREATE_ONLY_WRITE,
  /** The files are on a file system of this machine, and have paths. */
  LOCAL
}
