"""Schwarm as plain files for any web host: the same pages, with the core in the browser instead of a server."""
