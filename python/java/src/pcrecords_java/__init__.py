"""The jars of the command `pcr` for this platform, in the folder `jars`; `pcrecords` runs them."""
