"""Evidence for other people's pipelines: one retriever each for LangChain, LlamaIndex and Haystack, in this process."""
