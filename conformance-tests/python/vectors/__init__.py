"""The conformance vectors of spec/vectors: what is in each file, what is wrong with it, and what a reader must answer."""
