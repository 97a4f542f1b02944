"""Makes the site of the documentation: `make docs`.

The pages that are written by hand stay where they are and are read on a code host, too; `pages` copies them
into `docs/_build/source`, with their links turned to the copies.  Beside them are written the pages that come
from the code: `games`, `commands`, `keys`, `door`; `gallery` plays experiments and takes pictures of their
reports.  Sphinx makes HTML of it all, and `links` follows every link and anchor of that.
"""
