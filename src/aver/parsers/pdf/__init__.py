"""PDF documents: PDFium's characters, liteparse's layout, and our own reading of both."""

from aver.parsers.pdf.parse import parse_pdf

__all__ = ["parse_pdf"]
