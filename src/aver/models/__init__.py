"""Model adapters: the built-in ones, which run ONNX weights on the CPU, and those that speak to a server.

onnxruntime 1.31 keeps a device id and a queue of events for its maker's servers from the moment it is imported, unless
this variable is set before; its `disable_telemetry_events` comes too late for the files. Nothing is fetched or sent
that nobody configured, so it is set here, where every module that imports onnxruntime comes by first.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
