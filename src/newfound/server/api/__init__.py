"""The HTTP addresses, one file for each part of docs/protocol.md. Nothing is decided here: inputs are checked, answers shaped."""
