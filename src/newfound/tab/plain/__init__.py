"""Stand-ins for what the compiled kernel is written with, where nothing is compiled: arrays are lists, native numbers are numbers."""
