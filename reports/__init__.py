"""Report scripts: copy one, change it, name it in an experiment."""
