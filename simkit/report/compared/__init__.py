"""What changed from one run to another: in sentences, and as a page."""
