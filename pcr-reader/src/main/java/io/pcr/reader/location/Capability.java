package io.pcr.reader.location;

/** What a program can do in a folder, in addition to opening a file by its name. */
public enum Capability {
  /**
   * Reading a range of a file costs about as much as that range, not as much as the complete file.
   */
  READ_RANGES,
  /** A program can list the names of the files. */
  LIST,
  /** A program can write a new file in a way that never replaces an existing one. */
  CREATE_ONLY_WRITE,
  /** The files are on a file system of this machine and have paths. */
  LOCAL
}
