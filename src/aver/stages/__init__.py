"""Pure verbs: values in, values out; no clock, disk, network, settings or logger."""
