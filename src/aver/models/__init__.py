"""Model adapters: the built-in ones, which run ONNX weights on the CPU, and those that speak to a server."""
