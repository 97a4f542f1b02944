"""A report as it is laid out: its blocks, its charts with their points, the HTML page and the PDF."""
